import type { Position } from '#manifest/json-text/position.ts';
import { findPositions } from '#manifest/json-text.ts';
import { reportOnManifest } from '#verify/report-on-manifest.ts';
import type { CheckedSubject } from './check-outcome.ts';

/** Checks the bytes of a manifest, and knows where in them each finding lies. Pure but for the clock. */
export function checkedText(bytes: Uint8Array, subject: string): CheckedSubject {
  const report = reportOnManifest({ text: bytes }, Date.now());
  const findings = report.checks.flatMap(check => check.findings ?? []);
  if (findings.length === 0) return { report, subject };
  const pointers = new Set(findings.flatMap(({ pointer }) => places(pointer)));
  const positions = findPositions(new TextDecoder().decode(bytes), [...pointers]);
  return { report, subject, findPosition: pointer => nearest(positions, pointer) };
}

function nearest(positions: ReadonlyMap<string, Position>, pointer: string): Position | undefined {
  const place = places(pointer).find(each => positions.has(each));
  return place === undefined ? undefined : positions.get(place);
}

/** A pointer and those that lead to it, longest first. */
function places(pointer: string): readonly string[] {
  const parts = pointer.split('/');
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('/'));
}
