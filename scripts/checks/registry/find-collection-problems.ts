import type { Row } from '#contract/row.ts';
import { type Collection, MAX_COLLECTION_LISTINGS, selectCollectionRows } from '#query/collections.ts';
import { FILTER_NAMES } from '#query/filters.ts';
import { readParameters } from '#query/parameters.ts';
import { findRepeated } from './find-repeated.ts';

/** With fewer, the collections leave out themes that people look for. */
const MIN_COLLECTIONS = 20;

const ID = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Finds problems of the collections. Each problem names the collection and the fix. */
export function findCollectionProblems(collections: readonly Collection[], rows: readonly Row[]): string[] {
  const few = `There are ${collections.length} collections. Keep at least ${MIN_COLLECTIONS}.`;
  return [
    ...(collections.length < MIN_COLLECTIONS ? [few] : []),
    ...findRepeated(collections.map(({ id }) => id)).map(id => `The id "${id}" occurs twice. Merge the collections.`),
    ...findRepeated(collections.map(({ title }) => title)).map(title => `The title "${title}" occurs twice.`),
    ...collections.flatMap(each => findProblems(each, rows).map(problem => `${each.id}: ${problem}`)),
  ];
}

function findProblems(collection: Collection, rows: readonly Row[]): string[] {
  const { id, title, description, listings, query } = collection;
  const texts = [
    ...(ID.test(id) ? [] : ['The id is not lowercase words with hyphens.']),
    ...(title.trim() === title && title !== '' && !title.endsWith('.') ? [] : ['The title is empty or has a period.']),
    ...(/^[^.!?]+\.$/.test(description) ? [] : ['The description is not one sentence with a period.']),
  ];
  if ((listings === undefined) === (query === undefined)) return [...texts, 'Set either listings or query.'];
  return [...texts, ...(listings ? findListingProblems(listings, rows) : findQueryProblems(collection, rows))];
}

function findListingProblems(listings: readonly string[], rows: readonly Row[]): string[] {
  const known = new Map(rows.map(row => [row.id, row]));
  const { length } = listings;
  return [
    ...(length === 0 ? ['It has no listings. Add some, or remove it.'] : []),
    ...(length > MAX_COLLECTION_LISTINGS
      ? [`It has ${length} listings. The limit is ${MAX_COLLECTION_LISTINGS}.`]
      : []),
    ...findRepeated(listings).map(id => `"${id}" occurs twice. Remove one.`),
    ...listings.filter(id => !known.has(id)).map(id => `"${id}" is not the id of a record. Correct or remove it.`),
    ...listings
      .filter(id => known.get(id)?.status === 'withdrawn')
      .map(id => `"${id}" is withdrawn. Remove it from the collection.`),
  ];
}

function findQueryProblems(collection: Collection, rows: readonly Row[]): string[] {
  const search = new URLSearchParams(collection.query);
  const parameters = readParameters(search);
  if (!parameters.ok) return parameters.error.map(({ parameter, detail }) => `query: ${parameter}: ${detail}`);
  const others = [...search.keys()].filter(name => name === 'status' || !FILTER_NAMES.some(each => each === name));
  if (others.length > 0) return others.map(name => `query: "${name}" is not a filter of the rows. Remove it.`);
  return selectCollectionRows(collection, rows).length > 0 ? [] : ['query: No listing matches. Change the query.'];
}
