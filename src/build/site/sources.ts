import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { listFiles } from '../list-files.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** What decides, together with the registry's listings and the settings, what a build writes. */
const SOURCES = [
  'src',
  'public',
  'registry/examples',
  'registry/documentation.json',
  'registry/problems.json',
  'registry/taxonomy.json',
  'CHANGELOG.md',
  'astro.config.mjs',
  'package-lock.json',
];

let known: string | undefined;

/**
 * SHA-256 of all sources of the build, and of the version of Node that runs them. A process has loaded its own once, so
 * what changes below it afterwards is for the next one.
 */
export function sourcesDigest(): string {
  if (known !== undefined) return known;
  const hash = createHash('sha256').update(process.version);
  for (const file of sourceFiles()) hash.update(`\0${file}\0`).update(readFileSync(path.join(ROOT, file)));
  known = hash.digest('hex');
  return known;
}

/** The paths of all sources, from the project's root. */
export function sourceFiles(): string[] {
  return SOURCES.flatMap(source =>
    path.extname(source) === '' ? listFiles(path.join(ROOT, source)).map(file => `${source}/${file}`) : [source],
  );
}
