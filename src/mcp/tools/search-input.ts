import { FILTER_NAMES, type FilterName, getFilter, isListFilter, listFilterValues } from '#query/filters.ts';
import { MAX_Q_LENGTH, OTHER_PARAMETERS } from '#query/parameters.ts';
import { MAX_LIMIT, ORDERS, SORT_KEY_NAMES } from '#query/query.ts';
import type { InputSchema } from './tool.ts';

/** The default page size. It is small, because a model reads every row of a page. */
export const DEFAULT_LIMIT = 10;

type Property = InputSchema['properties'][string];

/** The parameters of `GET /listings`, with JSON types for a model. */
export const searchInput: Pick<InputSchema, 'properties'> = {
  properties: {
    q: {
      type: 'string',
      description: `${OTHER_PARAMETERS.q.description} At most ${MAX_Q_LENGTH} characters.`,
      examples: [OTHER_PARAMETERS.q.example],
    },
    ...Object.fromEntries(FILTER_NAMES.map(name => [name, toProperty(name)])),
    updated_since: { type: 'string', description: OTHER_PARAMETERS.updated_since.description },
    sort: { type: 'string', enum: [...SORT_KEY_NAMES], description: OTHER_PARAMETERS.sort.description },
    order: { type: 'string', enum: [...ORDERS] },
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: MAX_LIMIT,
      default: DEFAULT_LIMIT,
      description: OTHER_PARAMETERS.limit.description,
    },
    offset: {
      type: 'integer',
      minimum: 0,
      default: 0,
      description: `${OTHER_PARAMETERS.offset.description} Use next_offset of the previous page.`,
    },
  },
};

function toProperty(name: FilterName): Property {
  const { description, kind, example } = getFilter(name);
  if (kind === 'boolean' || kind === 'flag') return { type: 'boolean', description };
  const item = { type: 'string', ...(kind !== 'text' && { enum: listFilterValues(name) ?? [] }) } as const;
  if (isListFilter(name)) return { type: 'array', items: item, description };
  return { ...item, description, ...(kind === 'text' && { examples: [example] }) };
}
