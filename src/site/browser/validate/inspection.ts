import type { Finding } from '#manifest/finding.ts';
import { parseJsonText, findPositions } from '#manifest/json-text.ts';
import { lintManifest } from '#manifest/lint.ts';
import type { Manifest } from '#manifest/manifest.ts';
import { pointerOf, pointerParts } from '#manifest/pointer.ts';
import { validateManifest } from '#manifest/validate.ts';
import type { ReportFinding } from '../checks/report.ts';

/** A problem of a text, at a line of it. */
export interface Problem extends ReportFinding {
  readonly position: { readonly line: number; readonly column: number };
  /** Whether it keeps the manifest from being listed. */
  readonly prevents: boolean;
}

export interface Inspection {
  /** In the order of the lines. */
  readonly problems: readonly Problem[];
  /** How many there are, where there are more than are told. */
  readonly total: number;
  readonly specVersion: string | null;
}

/**
 * What the registry would say of a manifest's text: the faults of its JSON, else what breaks the schema of the version
 * that it declares, else the lint's advice. It is the validator itself, only here.
 */
export function inspect(text: string): Inspection {
  const read = parseJsonText(text);
  if (!read.ok) return inspection(text, read.error, true, read.error.length, null);
  const { valid, findings, total, specVersion } = validateManifest(read.value);
  if (!valid) return inspection(text, findings, true, total, specVersion);
  const advice = [...read.warnings, ...lintManifest(read.value as Manifest)];
  return inspection(text, advice, false, advice.length, specVersion);
}

function inspection(
  text: string,
  findings: readonly Finding[],
  prevents: boolean,
  total: number,
  specVersion: string | null,
): Inspection {
  const places = findings.flatMap(({ pointer }) => pointersTo(pointer));
  const known = findPositions(text, [...new Set(places)]);
  const problems = findings.map(finding => {
    // What is missing has no place of its own; it is missing in what is around it.
    const place = pointersTo(finding.pointer).find(pointer => known.has(pointer));
    const position = finding.position ?? known.get(place ?? '') ?? { line: 1, column: 1 };
    return { ...finding, position, prevents };
  });
  return { problems: problems.sort((a, b) => a.position.line - b.position.line), total, specVersion };
}

/** A pointer and those of all that is around it, the nearest first. */
function pointersTo(pointer: string): string[] {
  const parts = pointerParts(pointer);
  return Array.from({ length: parts.length + 1 }, (_, up) => pointerOf(parts.slice(0, parts.length - up)));
}
