import { FILTER_NAMES, type FilterName, getFilter, isListFilter, listFilterValues } from '#query/filters.ts';
import { MAX_Q_LENGTH, OTHER_PARAMETERS } from '#query/parameters.ts';
import { MAX_LIMIT, ORDERS, SORT_KEY_NAMES } from '#query/query.ts';
import type { InputSchema } from './tool.ts';

/** The default page size. It is small, because a model reads every row of a page. */
export const DEFAULT_LIMIT = 10;

type Property = InputSchema['properties'][string];

/** A description that only repeats the name of a filter costs tokens in every conversation. */
const REPEATS_NAME = /^Only (this|listings with all of these|listings in one of these) [a-z ]+\.$/;

/** Descriptions for agents, shorter than in the API reference. */
const SHORT: Readonly<Partial<Record<FilterName, string>>> = {
  payment_currency: 'An ISO 4217 code, or x- and a unit.',
  supports_spend_cap: 'Whether spending can be capped.',
  free_only: 'true: only APIs that cost nothing.',
  auth_required: 'false: only APIs that need no credentials.',
  authentication: 'optional: credentials are accepted, but not needed.',
  responding: 'true: only APIs that responded at the last check.',
  source: 'Author of the manifest.',
  status: 'Default: verified, unverified.',
};

/** The parameters of `GET /listings`, with JSON types for a model. */
export const searchInput: Pick<InputSchema, 'properties'> = {
  properties: {
    q: {
      type: 'string',
      maxLength: MAX_Q_LENGTH,
      description: 'Search text: the task of the API in a few words.',
      examples: [OTHER_PARAMETERS.q.example],
    },
    ...Object.fromEntries(FILTER_NAMES.map(name => [name, toProperty(name)])),
    updated_since: { type: 'string', description: 'Only listings that changed since this RFC 3339 time.' },
    sort: { type: 'string', enum: [...SORT_KEY_NAMES], description: 'Default: relevance with q, otherwise newest.' },
    order: { type: 'string', enum: [...ORDERS] },
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: MAX_LIMIT,
      default: DEFAULT_LIMIT,
    },
    offset: {
      type: 'integer',
      minimum: 0,
      default: 0,
      description: 'next_offset of the previous page.',
    },
  },
};

function toProperty(name: FilterName): Property {
  const { kind, example, ...filter } = getFilter(name);
  const description = SHORT[name] ?? filter.description;
  const about = REPEATS_NAME.test(description) ? {} : { description };
  if (kind === 'boolean' || kind === 'flag') return { type: 'boolean', ...about };
  const item = { type: 'string', ...(kind !== 'text' && { enum: listFilterValues(name) ?? [] }) } as const;
  if (isListFilter(name)) return { type: 'array', items: item, ...about };
  return { ...item, ...about, ...(kind === 'text' && { examples: [example] }) };
}
