import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Entry } from '#query/plain-engine.ts';
import type { Tree } from './tree.ts';

/** The rows of an earlier build, by what names the content of their listings. */
export type KnownRows = ReadonlyMap<string, Entry>;

interface Stored {
  readonly key: string;
  readonly rows: readonly (readonly [digest: string, entry: Entry])[];
}

/**
 * The rows that the last build of a tree found, so that listings that have not changed are not parsed and checked again.
 * @param key names the sources and addresses that rows are made with; those of others are not given
 */
export function readKnownRows(tree: Tree, key: string): KnownRows {
  try {
    const stored: Stored = JSON.parse(readFileSync(fileOf(tree), 'utf8'));
    return new Map(stored.key === key ? stored.rows : []);
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return new Map();
    throw error;
  }
}

export function writeKnownRows(tree: Tree, key: string, rows: KnownRows): void {
  writeFileSync(fileOf(tree), JSON.stringify({ key, rows: [...rows] } satisfies Stored));
}

function fileOf({ ledgers }: Tree): string {
  return path.join(ledgers, 'rows');
}
