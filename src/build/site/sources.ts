import { createHash, hash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { stampFiles } from '#store/file-stamps.ts';
import { listFiles } from '../list-files.ts';
import { readCheckedFile, writeCheckedFile } from '../state/checked-file.ts';

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

const DIGEST_FILE = path.join(ROOT, '.cache/sources');

let known: string | undefined;

/**
 * Returns the SHA-256 of all sources of the build and of the Node version. A process loads its own sources once, so
 * later changes affect only the next one.
 */
export function sourcesDigest(): string {
  known ??= digestFiles(sourceFiles(), DIGEST_FILE);
  return known;
}

/**
 * Returns the SHA-256 of files, their paths below the project, and the Node version.
 * @param cacheFile keeps the result, so that unchanged files are not read again
 */
export function digestFiles(files: readonly string[], cacheFile: string): string {
  const { current, recent } = stampFiles(files);
  const key = hash('sha256', process.version + current);
  const saved = readCheckedFile(cacheFile, key);
  if (saved) return saved.toString();
  const sum = createHash('sha256').update(process.version);
  for (const file of files) sum.update(`\0${path.relative(ROOT, file)}\0`).update(readFileSync(file));
  const digest = sum.digest('hex');
  mkdirSync(path.dirname(cacheFile), { recursive: true });
  if (recent.length === 0) writeCheckedFile(cacheFile, key, Buffer.from(digest), `${cacheFile}.${process.pid}.draft`);
  return digest;
}

/** Deletes the kept digest, so that the next call reads all sources. */
export function forgetSourcesDigest(): void {
  rmSync(DIGEST_FILE, { force: true });
}

let sources: readonly string[] | undefined;

/** Returns the paths of all sources. */
export function sourceFiles(): readonly string[] {
  sources ??= SOURCES.flatMap(source => {
    const file = path.join(ROOT, source);
    return path.extname(source) === '' ? listFiles(file).map(name => `${file}/${name}`) : [file];
  });
  return sources;
}
