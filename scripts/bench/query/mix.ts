import type { Row } from '#contract/row.ts';
import { createPicker } from '#query/entries.fixture.ts';
import type { Entry } from '#query/entry.ts';
import { readParameters } from '#query/parameters.ts';
import type { Query } from '#query/query.ts';
import { withTypo } from '#query/text/known-items.fixture.ts';
import { normalizeText, words } from '#query/text/words/normalize-text.ts';

/** The parameters of a query. */
type Parameters = Readonly<Record<string, string>>;

/**
 * Creates an equal number of queries of each kind: the first page, one filter, three filters, words, a word with a typo, a
 * name, a word with a filter, sort orders, and late pages.
 */
export function createQueryMix(entries: readonly Pick<Entry, 'row'>[], count: number, random: () => number): Query[] {
  const pick = createPicker(random);
  const row = (): Row => pick(entries).row;
  const word = () => pick(findWords(row(), random() < 0.5));
  const filter = () => createFilter(row(), pick(FILTERS));
  const kinds: readonly (() => Parameters)[] = [
    () => ({}),
    filter,
    () => ({ ...filter(), ...filter(), ...filter() }),
    () => ({ q: word() }),
    () => ({ q: `${word()} ${word()}` }),
    () => ({ q: withTypo(word(), random) || word() }),
    () => ({ q: row().name }),
    () => ({ ...filter(), q: word() }),
    () => ({ ...filter(), sort: 'name' }),
    () => ({ sort: 'verified_at', order: pick(['asc', 'desc']) }),
    () => ({
      ...filter(),
      sort: pick(['name', 'created_at']),
      offset: `${Math.floor((random() * entries.length) / 2)}`,
    }),
  ];
  return Array.from({ length: count }, (_, i) => createQuery(kinds[i % kinds.length]?.() ?? {}));
}

function createQuery(parameters: Parameters): Query {
  const result = readParameters(new URLSearchParams(parameters));
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

const FILTERS = [
  'category',
  'primary_category',
  'pricing_model',
  'auth_required',
  'maintained_by',
  'payment_model',
  'free_only',
] as const;

/** Creates a filter that matches at least this listing, or none if the listing has no value for it. */
function createFilter(row: Row, parameter: (typeof FILTERS)[number]): Parameters {
  if (parameter === 'free_only') return { free_only: 'true' };
  const value = parameter === 'category' ? row.categories[0] : row[parameter];
  return value === null || value === undefined ? {} : { [parameter]: String(value) };
}

function findWords({ name, description }: Row, inName: boolean): string[] {
  const long = words(normalizeText(inName ? name : description)).filter(word => word.length > 3);
  return long.length > 0 ? long : ['data'];
}
