import type { CollectionDetail, CollectionSummary, Collections } from '#contract/collections.ts';
import type { Detail } from '#contract/detail.ts';
import type { History } from '#contract/history.ts';
import type { Row } from '#contract/row.ts';
import { parseData } from '#listing/encoding/parse-data.ts';
import { atomFeed } from '#listing/feeds/atom-feed.ts';
import { type FeedSource, feedOf } from '#listing/feeds/feed.ts';
import { jsonFeed } from '#listing/feeds/json-feed.ts';
import { LISTED } from '#listing/status.ts';
import { COLLECTIONS, type Collection, findCollection, parseCollectionQuery } from '#query/collections.ts';
import type { RowPage } from '#query/engine.ts';
import { filePages } from '#query/facets.ts';
import { MARKDOWN_INDEX } from '../agents/markdown/markdown-url.ts';
import { rowsOf } from '../agents/markdown/rows.ts';
import { builtOr } from '../catalog/built-file.ts';
import type { Catalog, Feeds } from '../catalog/catalog.ts';
import type { ListFile } from '../catalog/list-file.ts';
import { memoize, memoizeByCatalog } from '../catalog/memoize.ts';
import type { Addresses } from '../config.ts';
import type { EdgeContext } from '../context.ts';
import { envelope } from '../http/envelope.ts';
import { Problem } from '../http/problem.ts';
import { rejectQueryParameters } from '../http/reject-query-parameters.ts';
import { json } from '../http/response.ts';
import { type Handler, param } from '../middleware/routing.ts';
import { readDetail } from './listings.ts';
import { page } from './pages.ts';

type CollectionRoute = 'listCollections' | 'getCollection' | 'getCollectionAtomFeed' | 'getCollectionJsonFeed';

/** Creates the handlers of the curated collections. */
export function collectionHandlers(services: EdgeContext): Readonly<Record<CollectionRoute, Handler>> {
  const { addresses, assets, catalog } = services;
  const documents = memoizeByCatalog(current =>
    memoize((each: Collection) => collectionDocument(each, current, addresses)),
  );
  const feeds = memoizeByCatalog(current => memoize((each: Collection) => collectionFeeds(each, current, addresses)));
  const feed = (path: string, type: string, format: keyof Feeds, collection: Collection) =>
    builtOr(assets, path, type, async () => (await feeds(await catalog())(collection))[format] as string);
  const document = rejectQueryParameters(context => {
    const collection = collectionOf(param(context, 'collection').replace(/\.json$/, ''));
    return builtOr(assets, collectionPath(collection), 'application/json', async () =>
      documents(await catalog())(collection),
    );
  });
  return {
    listCollections: rejectQueryParameters(() => json(collectionsDocument(addresses))),
    getCollection: async context => {
      // The Markdown version of the page /collections/ has the path of a collection.
      const markdown = param(context, 'collection') === MARKDOWN_INDEX ? await page(context, services) : undefined;
      return markdown ?? document(context);
    },
    getCollectionAtomFeed: context =>
      feed(context.req.path, 'application/atom+xml; charset=utf-8', 'atom', collectionOf(param(context, 'collection'))),
    getCollectionJsonFeed: context =>
      feed(context.req.path, 'application/feed+json', 'json', collectionOf(param(context, 'collection'))),
  };
}

/** Returns the path of the file with a collection. */
function collectionPath({ id }: Collection): string {
  return `/collections/${id}.json`;
}

/** Creates the body of `GET /collections`. */
function collectionsDocument(addresses: Addresses): string {
  const collections = COLLECTIONS.map(each => toSummary(each, addresses));
  return envelope('The curated collections: sets of APIs on one theme.', {
    collections,
    count: collections.length,
  } satisfies Collections);
}

/** Creates the body of `GET /collections/{collection}`. */
async function collectionDocument(collection: Collection, catalog: Catalog, addresses: Addresses): Promise<string> {
  const { rows, total } = await readCollection(collection, catalog);
  return envelope('One curated collection with its listings.', {
    ...toSummary(collection, addresses),
    listings: rows,
    count: rows.length,
    total,
  } satisfies CollectionDetail);
}

/** Creates the feeds of recent changes of the listings in a collection. */
async function collectionFeeds(
  collection: Collection,
  catalog: Catalog,
  addresses: Addresses,
): Promise<Readonly<Record<keyof Feeds, string>>> {
  const { rows } = await readCollection(collection, catalog);
  const sources = await Promise.all(
    rows.map(async ({ id, name }): Promise<FeedSource> => {
      const history = parseData<History>(await catalog.history(id));
      return { id, name, entries: history?.entries ?? [] };
    }),
  );
  const title = `${collection.title}: recent changes in the ${addresses.siteName}`;
  const feed = feedOf(sources, addresses, title, pageOf(collection, addresses));
  return { atom: atomFeed(feed), json: jsonFeed(feed) };
}

/** Returns the listed rows of a collection, at most 100, and the total number. */
async function readCollection(collection: Collection, catalog: Catalog): Promise<RowPage> {
  const query = parseCollectionQuery(collection);
  if (query !== undefined) return rowsOf(catalog, query);
  const details = await Promise.all((collection.listings ?? []).map(id => readDetail(id, catalog)));
  const rows = details
    .filter(detail => detail !== undefined)
    .filter(({ status }) => LISTED.includes(status))
    .map(toRow);
  return { rows, total: rows.length };
}

/** Generates the static files of all collections, which equal the application's responses at the same paths. */
export async function* collectionFiles(catalog: Catalog, addresses: Addresses): AsyncGenerator<ListFile> {
  const feedsOf = memoize((each: Collection) => collectionFeeds(each, catalog, addresses));
  for (const each of COLLECTIONS) {
    const query = parseCollectionQuery(each);
    const { listings: ids = [] } = each;
    const shows = query === undefined ? { ids, total: ids.length } : await rowsOf(catalog, query);
    const feeds = async (format: keyof Feeds) => (await feedsOf(each))[format] as string;
    yield { path: collectionPath(each), shows, content: () => collectionDocument(each, catalog, addresses) };
    yield { path: `/collections/${each.id}/feed.xml`, shows, content: () => feeds('atom') };
    yield { path: `/collections/${each.id}/feed.json`, shows, content: () => feeds('json') };
  }
}

function toSummary(collection: Collection, addresses: Addresses): CollectionSummary {
  const { id, title, description, listings = null, query = null } = collection;
  const html = pageOf(collection, addresses);
  const parsed = parseCollectionQuery(collection);
  const files = parsed && filePages(parsed, []);
  return {
    id,
    title,
    description,
    listing_ids: listings,
    query,
    links: {
      self: addresses.registry + collectionPath(collection),
      html,
      listings: files === undefined ? null : addresses.registry + files(0),
      atom: `${html}feed.xml`,
      json_feed: `${html}feed.json`,
    },
  };
}

function pageOf({ id }: Collection, { site }: Addresses): string {
  return `${site}/collections/${id}/`;
}

/** @throws Problem `not-found` */
function collectionOf(id: string): Collection {
  const found = findCollection(id);
  if (found) return found;
  throw new Problem('not-found', `Collection "${id.slice(0, 60)}" not found. GET /collections lists all collections.`);
}

/** The members that only the detail of a listing has. As a record of all, so that the compiler reports a missing one. */
const DETAIL_MEMBERS: Readonly<Record<Exclude<keyof Detail, keyof Row>, true>> = {
  contact: true,
  documentation_url: true,
  basis: true,
  claim: true,
  identity_changed_at: true,
  withdrawn: true,
  manifest: true,
  report: true,
  results: true,
};

function toRow(detail: Detail): Row {
  return Object.fromEntries(Object.entries(detail).filter(([name]) => !Object.hasOwn(DETAIL_MEMBERS, name))) as Row;
}
