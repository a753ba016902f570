import path from 'node:path';
import { close, createIndex } from 'pagefind';
import { listingPage } from '#listing/row.ts';
import { LISTED } from '#listing/status.ts';
import type { Entry } from '#query/plain-engine.ts';
import { singleLine } from '#site/text.ts';

/**
 * Writes the index that the site's search page asks in the browser, into `<folder>/pagefind`: names and descriptions of
 * what is listed.
 *
 * @throws Error with Pagefind's own words when it cannot be built
 */
export async function writeSearchIndex(folder: string, entries: readonly Entry[]): Promise<void> {
  const { index, errors } = await createIndex({ forceLanguage: 'en' });
  if (!index) throw new Error(`The search index cannot be built: ${errors.join('; ')}`);
  try {
    for (const { row } of entries.filter(entry => LISTED.includes(entry.row.status))) {
      const record = await index.addCustomRecord({
        url: listingPage(row.id),
        content: singleLine(`${row.name}. ${row.id}. ${row.description} ${row.categories.join(', ')}`),
        language: 'en',
        meta: { title: singleLine(row.name), id: row.id, status: row.status },
      });
      if (record.errors.length > 0) throw new Error(`${row.id} cannot be indexed: ${record.errors.join('; ')}`);
    }
    const written = await index.writeFiles({ outputPath: path.join(folder, 'pagefind') });
    if (written.errors.length > 0) throw new Error(`The search index cannot be written: ${written.errors.join('; ')}`);
  } finally {
    await close();
  }
}
