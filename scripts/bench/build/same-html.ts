import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** The number of pages to compare. The lists of pages are always compared in full. */
const SAMPLE_SIZE = 200;

/**
 * Checks that two builds wrote the same pages, because a fast build with wrong output proves nothing.
 * @throws Error naming a page that differs or exists in only one build
 */
export async function assertSameHtml(first: string, second: string): Promise<void> {
  const [pages, expected] = [await listPages(first), await listPages(second)];
  const [only] = new Set(pages).symmetricDifference(new Set(expected));
  if (only !== undefined) throw new Error(`Only one of the builds has ${only}.`);
  const step = Math.max(1, Math.floor(pages.length / SAMPLE_SIZE));
  for (const page of pages.filter((_, i) => i % step === 0)) {
    const [one, other] = await Promise.all([first, second].map(folder => readFile(path.join(folder, page), 'utf8')));
    if (normalize(one) !== normalize(other)) throw new Error(`The builds differ in ${page}.`);
  }
}

async function listPages(folder: string): Promise<string[]> {
  return (await readdir(folder, { recursive: true })).filter(file => file.endsWith('.html')).sort();
}

/** Removes the names of styles and scripts, which contain a digest of the folder that they were compiled in. */
function normalize(html = ''): string {
  return html.replace(/\/_astro\/[^"' )]+/g, '/_astro/…');
}
