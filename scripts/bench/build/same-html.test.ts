import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { assertSameHtml } from './same-html.ts';

let folder: string;

beforeAll(async () => {
  folder = await makeTemporaryFolder('same-html-');
});

afterAll(() => removeFolder(folder));

test('accepts builds that differ only in the names of their styles', async () => {
  const one = await built('one', { 'index.html': page('a1'), 'apis/index.html': page('a1'), 'x.json': '1' });
  const other = await built('other', { 'index.html': page('b2'), 'apis/index.html': page('b2') });
  await expect(assertSameHtml(one, other)).resolves.toBeUndefined();
});

test('lists pages that differ or that only one build has', async () => {
  const one = await built('whole', { 'index.html': page('a1'), 'apis/index.html': page('a1') });
  const less = await built('less', { 'index.html': page('a1') });
  const changed = await built('changed', { 'index.html': page('a1'), 'apis/index.html': '<p>other' });
  await expect(assertSameHtml(one, less)).rejects.toThrow('Only one of the builds has apis/index.html.');
  await expect(assertSameHtml(one, changed)).rejects.toThrow('The builds differ in apis/index.html.');
});

function page(digest: string): string {
  return `<link rel="stylesheet" href="/_astro/site.${digest}.css"><p>text`;
}

async function built(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  for (const [file, text] of Object.entries(files)) {
    const place = path.join(folder, name, file);
    await mkdir(path.dirname(place), { recursive: true });
    await writeFile(place, text);
  }
  return path.join(folder, name);
}
