import { type FilterName, getFilter, isListFilter } from '#query/filters.ts';
import {
  isFilterName,
  MAX_Q_LENGTH,
  OTHER_PARAMETERS,
  type OtherParameterName,
  PARAMETERS,
} from '#query/parameters.ts';
import { DEFAULT_LIMIT, MAX_LIMIT, ORDERS, SORT_KEY_NAMES } from '#query/query.ts';
import { object, oneOfTerms, type Schema } from './schema.ts';

/** The schemas of the parameters that are not filters. */
const SCHEMAS: Readonly<Record<OtherParameterName, Schema>> = {
  q: { type: 'string', minLength: 1, maxLength: MAX_Q_LENGTH, pattern: '\\S' },
  updated_since: { type: 'string', format: 'date-time' },
  sort: { type: 'string', enum: [...SORT_KEY_NAMES] },
  order: { type: 'string', enum: [...ORDERS] },
  limit: { type: 'integer', minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT },
  offset: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 },
};

/** Returns the query parameters of `GET /listings` as OpenAPI parameters. */
export function listingParameters(): Schema[] {
  return PARAMETERS.map(name => (isFilterName(name) ? filterParameter(name) : otherParameter(name)));
}

/** Returns the schema of a parsed query with all defaults applied (`toAppliedQuery`). */
export function createAppliedQuerySchema(): Schema {
  const parameters = listingParameters().map(({ name, schema }) => [name, schema] as const);
  const properties: Readonly<Record<string, Schema>> = {
    ...Object.fromEntries(parameters as [string, Schema][]),
    sort: { type: 'string', enum: [...SORT_KEY_NAMES, 'relevance'] },
    unfiltered: { const: true, description: 'Present if the query selects all listed APIs.' },
  };
  const required = ['status', 'sort', 'order', 'limit', 'offset'];
  return object(
    properties,
    Object.keys(properties).filter(name => !required.includes(name)),
  );
}

function filterParameter(name: FilterName): Schema {
  const { description, vocabulary, kind, pattern, example } = getFilter(name);
  const isList = isListFilter(name);
  const schema: Schema = vocabulary
    ? oneOfTerms(vocabulary)
    : kind === 'text'
      ? { type: 'string', ...(pattern && { pattern: pattern.source }) }
      : { type: 'boolean' };
  return {
    name,
    in: 'query',
    description: isList ? `${description} Repeat the parameter, or separate values with commas.` : description,
    schema: isList ? { type: 'array', items: schema, minItems: 1 } : schema,
    ...(isList && { style: 'form', explode: false }),
    ...(example !== undefined && { example: isList ? [example] : example }),
  };
}

function otherParameter(name: OtherParameterName): Schema {
  const { description, example }: { description: string; example?: string } = OTHER_PARAMETERS[name];
  // A time as an example would go stale in generated clients.
  const isStable = name !== 'updated_since';
  return {
    name,
    in: 'query',
    description,
    schema: SCHEMAS[name],
    ...(example !== undefined && isStable && { example }),
  };
}
