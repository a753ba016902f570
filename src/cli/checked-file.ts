import type { Position } from '#manifest/json-text/position.ts';
import { positionsOf } from '#manifest/json-text.ts';
import { reportOnManifest } from '#verify/report-on-manifest.ts';
import type { Checked } from './checked.ts';
import type { Terminal } from './terminal.ts';
import { readSource } from './text-source.ts';

/** Checks the manifest in a file; `-` is standard input. */
export async function checkedFile(file: string, terminal: Pick<Terminal, 'input' | 'environment'>): Promise<Checked> {
  const source = await readSource(file, terminal);
  if ('refusal' in source) return source;
  const { bytes, name: subject } = source;
  const report = reportOnManifest({ text: bytes }, Date.now());
  const findings = report.checks.flatMap(check => check.findings ?? []);
  if (findings.length === 0) return { report, subject };
  const pointers = new Set(findings.flatMap(({ pointer }) => places(pointer)));
  const positions = positionsOf(new TextDecoder().decode(bytes), [...pointers]);
  return { report, subject, positionOf: pointer => nearest(positions, pointer) };
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
