import type { Position } from '#manifest/json-text/position.ts';
import { findPositions } from '#manifest/json-text.ts';
import { reportOnManifest } from '#verify/report-on-manifest.ts';
import type { SubjectReport } from './check-outcome.ts';

/** Checks the text of a manifest and locates each finding in it. */
export function checkManifestText(bytes: Uint8Array, subject: string): SubjectReport {
  const report = reportOnManifest({ text: bytes }, Date.now());
  const findings = report.checks.flatMap(check => check.findings ?? []);
  if (findings.length === 0) return { report, subject };
  const pointers = new Set(findings.flatMap(({ pointer }) => listAncestors(pointer)));
  const positions = findPositions(new TextDecoder().decode(bytes), [...pointers]);
  return { report, subject, findPosition: pointer => locate(positions, pointer) };
}

function locate(positions: ReadonlyMap<string, Position>, pointer: string): Position | undefined {
  const existing = listAncestors(pointer).find(each => positions.has(each));
  return existing === undefined ? undefined : positions.get(existing);
}

/** Lists a pointer and its ancestors, longest first. */
function listAncestors(pointer: string): readonly string[] {
  const parts = pointer.split('/');
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('/'));
}
