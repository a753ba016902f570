import { SUMMARY_FILE } from '#edge/index-place.ts';
import { staticFiles } from '#edge/static-files.ts';
import { PUBLIC_KEYS } from '#listing/export-signature.ts';
import type { Row } from '#listing/row.ts';
import { fileAssets } from '#node/file-assets.ts';
import { type AnswerSource, answersOf } from './answers.ts';
import { keyOf } from './key.ts';
import type { Ledger } from './ledger.ts';
import { type Progress, SILENT } from './progress.ts';

/** What is made beside the static files. */
export interface Beside {
  /** Settles when the site's pages are in the folder, with their paths, which then count. */
  readonly pages?: Promise<ReadonlySet<string>>;
  /** Names the sources of the build and its addresses. */
  readonly sources?: string;
  /** Names the content of a listing; without it, all files are made anew. */
  readonly digestOf?: (row: Row) => string;
  readonly progress?: Progress;
}

/**
 * Puts the file twins of all GET resources that tell of more than one listing beside the site (design: Static output). They
 * are the application's own answers, so they cannot differ from them. Of the site it has the documentation, which is part
 * of some answers; what does not need that is made meanwhile.
 */
export async function putStaticFiles(
  folder: string,
  source: AnswerSource,
  ledger: Ledger,
  { pages = Promise.resolve(new Set()), sources, digestOf, progress = SILENT }: Beside = {},
): Promise<void> {
  const { catalogue } = source;
  await ledger.put(SUMMARY_FILE, undefined, () => JSON.stringify(catalogue.summary));
  const ofSite = (place: string) => place.startsWith('/docs/');
  const files = pages.then(() => fileAssets(folder));
  const ask = answersOf(source, { fetch: async place => (ofSite(place) ? (await files).fetch(place) : undefined) });
  for await (const { path: each, shows, content } of staticFiles(catalogue, source.addresses.registry)) {
    const place = decodeURIComponent(each);
    const key = shows && digestOf && keyOf(sources, each, shows.total, ...shows.rows.map(digestOf));
    // The keys are put with the export that they are for.
    const isThere = place === PUBLIC_KEYS || (ofSite(place) && (await pages).has(place.slice(1)));
    if (!isThere) await ledger.put(place, key, content ?? (() => ask(each)));
  }
  progress.ended('files', `${ledger.made} of ${ledger.made + ledger.kept} made`);
}
