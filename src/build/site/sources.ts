import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { listFiles } from '../list-files.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** The files that, together with the registry's listings and the settings, determine the output of a build. */
const SOURCES = [
  'src',
  'public',
  'registry/examples',
  'registry/collections.json',
  'registry/vocabulary.json',
  'registry/documentation.json',
  'registry/problems.json',
  'registry/site-pages.json',
  'registry/taxonomy.json',
  'registry/word-vectors.bin',
  'CHANGELOG.md',
  'astro.config.mjs',
  'package-lock.json',
];

let known: string | undefined;

/**
 * Returns the SHA-256 of all sources of the build and of the Node version. A process loads its own sources once, so
 * later changes affect only the next one.
 */
export function sourcesDigest(): string {
  if (known !== undefined) return known;
  const hash = createHash('sha256').update(process.version);
  for (const file of sourceFiles()) hash.update(`\0${file}\0`).update(readFileSync(path.join(ROOT, file)));
  known = hash.digest('hex');
  return known;
}

/** Returns the paths of all sources, relative to the project root. */
export function sourceFiles(): string[] {
  return SOURCES.flatMap(source =>
    path.extname(source) === '' ? listFiles(path.join(ROOT, source)).map(file => `${source}/${file}`) : [source],
  );
}
