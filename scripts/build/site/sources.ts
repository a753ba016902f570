import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** What decides, together with the registry and the settings, what a build writes. */
const SOURCES = ['src', 'public', 'scripts/build', 'astro.config.mjs', 'package-lock.json'];

/** SHA-256 of all sources of the build, and of the version of Node that runs them. */
export function sourcesDigest(): string {
  const hash = createHash('sha256').update(process.version);
  for (const source of SOURCES) {
    for (const file of filesBelow(source)) hash.update(`\0${file}\0`).update(readFileSync(path.join(ROOT, file)));
  }
  return hash.digest('hex');
}

function filesBelow(place: string): string[] {
  if (path.extname(place) !== '') return [place];
  const entries = readdirSync(path.join(ROOT, place), { recursive: true, withFileTypes: true });
  return entries
    .filter(entry => entry.isFile())
    .map(entry => path.relative(ROOT, path.join(entry.parentPath, entry.name)))
    .sort();
}
