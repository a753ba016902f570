import type { ReportFinding } from '#contract/report.ts';
import { countOccurrences } from '#manifest/finding.ts';
import { findPositions } from '#manifest/json-text.ts';
import { lintDocument } from '#manifest/lint.ts';
import { pointerOf, pointerParts } from '#manifest/pointer.ts';
import { parseManifestText } from '#manifest/text/manifest-text.ts';
import { validateManifest } from '#manifest/validate.ts';

/** A problem with its line. */
export interface Problem extends ReportFinding {
  readonly position: { readonly line: number; readonly column: number };
  /** Whether it prevents a listing. */
  readonly prevents: boolean;
}

export interface Inspection {
  /** Sorted by line. */
  readonly problems: readonly Problem[];
  /** The total number of problems. It can be larger than the number in the list. */
  readonly total: number;
  readonly specVersion: string | null;
}

/**
 * Checks the text of a manifest as the registry does: JSON syntax, then the schema of its declared version and lint.
 * It runs the same validator in the browser.
 */
export function inspect(text: string): Inspection {
  const read = parseManifestText(text);
  if (!read.ok) return inspection(text, read.error, [], read.error.length, null);
  const { findings, total, specVersion } = validateManifest(read.value);
  const advice: readonly ReportFinding[] = [...read.warnings, ...lintDocument(read.value)];
  return inspection(text, findings, advice, total + countOccurrences(advice), specVersion);
}

function inspection(
  text: string,
  errors: readonly ReportFinding[],
  advice: readonly ReportFinding[],
  total: number,
  specVersion: string | null,
): Inspection {
  const findings = [...errors, ...advice];
  const places = findings.flatMap(({ pointer }) => pointersTo(pointer));
  const known = findPositions(text, [...new Set(places)]);
  const problems = findings.map((finding, index) => {
    // A missing member has no position, so use the position of its parent.
    const place = pointersTo(finding.pointer).find(pointer => known.has(pointer));
    const position = finding.position ?? known.get(place ?? '') ?? { line: 1, column: 1 };
    return { ...finding, position, prevents: index < errors.length || finding.severity === 'error' };
  });
  return { problems: problems.sort((a, b) => a.position.line - b.position.line), total, specVersion };
}

/** Returns a pointer and the pointers of its ancestors, nearest first. */
function pointersTo(pointer: string): string[] {
  const parts = pointerParts(pointer);
  return Array.from({ length: parts.length + 1 }, (_, up) => pointerOf(parts.slice(0, parts.length - up)));
}
