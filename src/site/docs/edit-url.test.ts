import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CHAPTERS, type ChapterPath } from './chapters.ts';
import { getEditUrl } from './edit-url.ts';

const REPOSITORY = 'https://github.example/owner/name';

test('leads to existing files, and nowhere without a repository', () => {
  const urls = CHAPTERS.flatMap(({ path }) => getEditUrl(path as ChapterPath, REPOSITORY) ?? []);
  expect(urls.length).toBeGreaterThan(5);
  for (const url of urls) expect(existsSync(url.replace(`${REPOSITORY}/edit/main/`, '')), url).toBe(true);
  expect(getEditUrl('/docs/publishing/', undefined)).toBeUndefined();
});
