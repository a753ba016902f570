import { readFile } from 'node:fs/promises';
import type { Position } from '#manifest/json-text/position.ts';
import { positionsOf } from '#manifest/json-text.ts';
import { reportOnManifest } from '#verify/report-on-manifest.ts';
import type { Checked } from './checked.ts';
import type { Terminal } from './terminal.ts';

/** Checks the manifest in a file; `-` is standard input. */
export async function checkedFile(file: string, terminal: Pick<Terminal, 'input'>): Promise<Checked> {
  let bytes: Uint8Array;
  try {
    bytes = file === '-' ? await terminal.input() : await readFile(file);
  } catch (error) {
    return { refusal: refusalToRead(file, error) };
  }
  const report = reportOnManifest({ text: bytes }, Date.now());
  const subject = file === '-' ? '(standard input)' : file;
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

function refusalToRead(file: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EISDIR') return `${file} is a folder; name the manifest in it.`;
  if (code !== 'ENOENT') return `${file} cannot be read (${code ?? String(error)}).`;
  const looksLikeHost = /^[\w-]+(\.[\w-]+)+(:\d+)?(\/|$)/.test(file);
  return `There is no file ${file}.${looksLikeHost ? ` To check an address, write https://${file}.` : ''}`;
}
