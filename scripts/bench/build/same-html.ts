import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** At how many pages of each kind it looks, beside whether all are there. */
const LOOKED_AT = 200;

/**
 * Sees that two builds wrote the same pages.
 * @throws Error naming a page that only one has, or that differs: a fast wrong build is no figure
 */
export async function sameHtml(ours: string, theirs: string): Promise<void> {
  const [pages, expected] = [await pagesIn(ours), await pagesIn(theirs)];
  const [only] = new Set(pages).symmetricDifference(new Set(expected));
  if (only !== undefined) throw new Error(`Only one of the builds has ${only}.`);
  const step = Math.max(1, Math.floor(pages.length / LOOKED_AT));
  for (const page of pages.filter((_, i) => i % step === 0)) {
    const [one, other] = await Promise.all([ours, theirs].map(folder => readFile(path.join(folder, page), 'utf8')));
    if (normal(one) !== normal(other)) throw new Error(`The builds differ in ${page}.`);
  }
}

async function pagesIn(folder: string): Promise<string[]> {
  return (await readdir(folder, { recursive: true })).filter(file => file.endsWith('.html')).sort();
}

/** The names of styles and scripts carry digests of the folder that they were compiled in. */
function normal(html = ''): string {
  return html.replace(/\/_astro\/[^"' )]+/g, '/_astro/…');
}
