import * as core from '@actions/core';
import { printable } from '#manifest/text/excerpt.ts';
import type { CheckedManifest } from './manifest-file.ts';

/** GitHub shows fewer annotations per step. The job summary has all findings. */
const MAX_ANNOTATIONS = 20;

/** Adds an annotation for each finding to its line in the file, errors first, so that warnings never displace them. */
export function annotate(file: string, checked: CheckedManifest): void {
  if ('refusal' in checked) {
    core.error(checked.refusal, { file });
    return;
  }
  const { report, findPosition } = checked;
  const findings = report.checks
    .flatMap(check => (check.findings ?? []).map(each => ({ severity: check.severity, ...each })))
    .toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
  for (const { severity, pointer, field, message, hint, rule, position = findPosition?.(pointer) } of findings.slice(
    0,
    MAX_ANNOTATIONS,
  )) {
    const range = position && { startLine: position.line, startColumn: position.column };
    LEVELS[severity](printable(`${field}: ${message} ${hint}`), { file, title: rule, ...range });
  }
}

const SEVERITIES = ['error', 'warning', 'info'];

const LEVELS = { error: core.error, warning: core.warning, info: core.notice };
