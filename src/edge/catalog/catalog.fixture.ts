import { rowsInMemory } from '#build/parts/list-engine.fixture.ts';
import { listEngine } from '#build/parts/list-engine.ts';
import { detailOf } from '#listing/detail.ts';
import { feedOf } from '#listing/feeds/feed.ts';
import { jsonFeed } from '#listing/feeds/json-feed.ts';
import { sampleListing } from '#listing/listing.fixture.ts';
import type { Listing } from '#listing/listing.ts';
import { type Bases, toRow } from '#listing/row.ts';
import { values } from '#manifest/taxonomy.ts';
import { createReferenceEngine } from '#query/engines/reference-engine.ts';
import { DEFAULT_QUERY, MAX_LIMIT } from '#query/query.ts';
import { rowsOf } from '../agents/markdown/rows.ts';
import { createApp } from '../app.ts';
import { addressesFrom } from '../config.ts';
import { exportedFiles } from '../routes/export.ts';
import { historyDocument, listingDocument } from '../routes/listings.ts';
import type { Assets } from './assets.ts';
import { type Catalog, summaryOf } from './catalog.ts';

export const addresses = addressesFrom({ SITE_NAME: 'Harbor APIs' }, 'https://registry.example');

/** A catalog of listings in memory, for tests. */
export function createMemoryCatalog(listings: readonly Listing[], bases: Bases = addresses): Catalog {
  const entries = listings.map(listing => ({ row: toRow(listing, bases), changedAt: listing.changed_at }));
  const details = new Map(listings.map(listing => [listing.record.id, listingDocument(detailOf(listing, bases))]));
  const feedSources = listings.map(({ record: { id, manifest, created_at } }) => {
    const { name, version } = manifest;
    const listed = {
      at: created_at,
      kind: 'listed',
      version,
      previous_version: null,
      summary: `Listed with version ${version}.`,
    } as const;
    return { id, name, entries: [{ ...listed, breaking: false, differences: [], difference_count: 0 }] };
  });
  return {
    engine: createReferenceEngine(entries),
    summary: summaryOf(entries),
    listing: async id => details.get(id),
    history: async id => (details.has(id) ? historyDocument({ id, entries: [], count: 0, total: 0 }) : undefined),
    feeds: async () => ({ atom: '<feed/>', json: jsonFeed(feedOf(feedSources, bases, 'Changes')) }),
  };
}

/** A catalog whose engine is that of a build, which has pages. The listings are sorted by id. */
export function createBuildCatalog(listings: readonly Listing[]): Catalog {
  const sorted = listings.toSorted((a, b) => (a.record.id < b.record.id ? -1 : 1));
  const entries = sorted.map(listing => {
    const row = toRow(listing, addresses);
    return { row, id: row.id, updatedAt: row.updated_at, changedAt: listing.changed_at };
  });
  return { ...createMemoryCatalog(listings), engine: listEngine(rowsInMemory(entries)) };
}

/** Returns the listings `api-1.example` to `api-<count>.example`, alternating between two categories. */
export function numberedListings(count: number): Listing[] {
  return Array.from({ length: count }, (_, i) =>
    sampleListing(`https://api-${i + 1}.example`, {
      name: `Tide tables ${i + 1}`,
      categories: [i % 2 ? 'weather' : 'geography'],
    }),
  );
}

/** Returns the unsigned export files that a build of the catalog creates; all other files come from `others`. */
export function exportAssets(catalog: Catalog, others: Assets = { fetch: async () => undefined }): Assets {
  let made: Promise<Map<string, Uint8Array<ArrayBuffer>>> | undefined;
  return {
    async fetch(path) {
      if (!path.startsWith('/export/')) return others.fetch(path);
      made ??= exportOf(catalog);
      const bytes = (await made).get(path);
      return bytes && new Response(bytes);
    },
  };
}

async function exportOf(catalog: Catalog): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  for await (const { path, bytes } of exportedFiles(catalog, await idsOf(catalog))) files.set(path, bytes);
  return files;
}

/** Returns the ids of all listings, including tombstones. */
export async function idsOf(catalog: Catalog): Promise<string[]> {
  const ids: string[] = [];
  for (let offset = 0, total = 1; offset < total; offset += MAX_LIMIT) {
    const query = { ...DEFAULT_QUERY, status: values('statuses'), limit: MAX_LIMIT, offset };
    const found = await rowsOf(catalog, query);
    ids.push(...found.rows.map(({ id }) => id));
    total = found.total;
  }
  return ids.sort();
}

/** Returns a function that requests a path from the application over a catalog. An internal error fails the test. */
export function appOver(catalog: Catalog, assets: Assets = exportAssets(catalog)) {
  const app = createApp({
    addresses,
    catalog: () => catalog,
    assets,
    now: () => Date.parse('2026-11-21T06:00:00Z'),
    onError: error => {
      throw error;
    },
  });
  return async (path: string, init?: RequestInit): Promise<Response> =>
    app.fetch(new Request(`https://registry.example${path}`, init));
}
