import * as core from '@actions/core';
import { printable } from '#manifest/excerpt.ts';
import type { CheckedManifest } from './manifest-file.ts';

/** More than GitHub shows of a step; the summary has them all. */
const MOST = 20;

/** Marks each finding at its line of the file, as GitHub shows it beside the change. */
export function annotate(file: string, checked: CheckedManifest): void {
  if ('refusal' in checked) {
    core.error(checked.refusal, { file });
    return;
  }
  const { report, findPosition } = checked;
  const found = report.checks.flatMap(({ severity, findings = [] }) => findings.map(each => ({ severity, ...each })));
  for (const { severity, pointer, field, message, hint, rule, position = findPosition?.(pointer) } of found.slice(
    0,
    MOST,
  )) {
    const place = position && { startLine: position.line, startColumn: position.column };
    LEVELS[severity](printable(`${field}: ${message} ${hint}`), { file, title: rule, ...place });
  }
}

const LEVELS = { error: core.error, warning: core.warning, info: core.notice };
