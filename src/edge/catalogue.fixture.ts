import { detailOf } from '#listing/detail.ts';
import { sampleListing } from '#listing/listing.fixture.ts';
import type { Listing } from '#listing/listing.ts';
import { type Bases, rowOf } from '#listing/row.ts';
import { values } from '#manifest/taxonomy.ts';
import { plainEngine } from '#query/plain-engine.ts';
import { EVERYTHING, MAXIMUM_LIMIT } from '#query/query.ts';
import { createApp } from './app.ts';
import type { Assets } from './assets.ts';
import { type Catalogue, summaryOf } from './catalogue.ts';
import { addressesFrom } from './configuration.ts';
import { exportedFiles } from './export.ts';
import { historyDocument, listingDocument } from './listings.ts';
import { rowsOf } from './markdown/rows.ts';

export const addresses = addressesFrom({}, 'https://registry.example');

/** A catalogue of listings in memory, for tests. */
export function memoryCatalogue(listings: readonly Listing[], bases: Bases = addresses): Catalogue {
  const entries = listings.map(listing => ({ row: rowOf(listing, bases), changedAt: listing.changed_at }));
  const details = new Map(listings.map(listing => [listing.record.id, listingDocument(detailOf(listing, bases))]));
  return {
    engine: plainEngine(entries),
    summary: summaryOf(entries),
    listing: async id => details.get(id),
    history: async id => (details.has(id) ? historyDocument({ id, entries: [], count: 0, total: 0 }) : undefined),
    feeds: async () => ({ atom: '<feed/>', json: '{}' }),
  };
}

/** Listings `api-1.example` to `api-<count>.example`, in turn of two categories. */
export function numberedListings(count: number): Listing[] {
  return Array.from({ length: count }, (_, i) =>
    sampleListing(`https://api-${i + 1}.example`, {
      name: `Tide tables ${i + 1}`,
      categories: [i % 2 ? 'weather' : 'geography'],
    }),
  );
}

/** The files of the export that a build of the catalogue makes, unsigned; all other files come from `others`. */
export function exportAssets(catalogue: Catalogue, others: Assets = { fetch: async () => undefined }): Assets {
  let made: Promise<Map<string, Uint8Array<ArrayBuffer>>> | undefined;
  return {
    async fetch(path) {
      if (!path.startsWith('/export/')) return others.fetch(path);
      made ??= exportOf(catalogue);
      const bytes = (await made).get(path);
      return bytes && new Response(bytes);
    },
  };
}

async function exportOf(catalogue: Catalogue): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  for await (const { path, bytes } of exportedFiles(catalogue, await idsOf(catalogue))) files.set(path, bytes);
  return files;
}

/** The ids of all listings, tombstones included. */
export async function idsOf(catalogue: Catalogue): Promise<string[]> {
  const ids: string[] = [];
  for (let offset = 0, total = 1; offset < total; offset += MAXIMUM_LIMIT) {
    const query = { ...EVERYTHING, status: values('statuses'), limit: MAXIMUM_LIMIT, offset };
    const found = await rowsOf(catalogue, query);
    ids.push(...found.rows.map(({ id }) => id));
    total = found.total;
  }
  return ids.sort();
}

/** The application over a catalogue, asked by path; what should not happen fails the test. */
export function appOver(catalogue: Catalogue, assets: Assets = exportAssets(catalogue)) {
  const app = createApp({
    addresses,
    catalogue: () => catalogue,
    assets,
    now: () => Date.parse('2026-11-21T06:00:00Z'),
    onError: error => {
      throw error;
    },
  });
  return async (path: string, init?: RequestInit): Promise<Response> =>
    app.fetch(new Request(`https://registry.example${path}`, init));
}
