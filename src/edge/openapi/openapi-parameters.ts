import { MAX_Q_LENGTH, PARAMETERS, type ParameterName } from '#query/parameters.ts';
import { DEFAULT_LIMIT, MAX_LIMIT } from '#query/query.ts';
import { oneOfTerms, type Schema } from './openapi-schemas.ts';

/** One query parameter: its description and its values. */
interface Description {
  readonly description: string;
  readonly schema: Schema;
  readonly example?: unknown;
  /** A comma-separated list. */
  readonly list?: true;
}

const boolean: Schema = { type: 'boolean' };

const DESCRIPTIONS: Readonly<Record<ParameterName, Description>> = {
  q: {
    description:
      'Searches names and descriptions by word or prefix, and tolerates typos. Ignores case and accents. Best matches come first.',
    schema: { type: 'string', minLength: 1, maxLength: MAX_Q_LENGTH },
    example: 'weather forecast',
  },
  category: { description: 'Only listings in this category.', schema: oneOfTerms('categories'), example: 'weather' },
  primary_category: {
    description: 'Only listings in this primary category.',
    schema: oneOfTerms('primary_categories'),
  },
  pricing_model: { description: 'Only listings with this pricing model.', schema: oneOfTerms('pricing_models') },
  payment_model: { description: 'Only listings with this payment model.', schema: oneOfTerms('payment_models') },
  payment_currency: {
    description: 'Only listings with this payment currency: an ISO 4217 code, or a unit that starts with `x-`.',
    schema: { type: 'string', pattern: '^(?:[A-Z]{3}|x-\\S+)$' },
    example: 'USD',
  },
  settlement_type: { description: 'Only listings with this settlement type.', schema: oneOfTerms('settlement_types') },
  supports_spend_cap: {
    description: 'true: only listings with a spend cap. false: only listings without one.',
    schema: boolean,
  },
  free_only: {
    description: 'true: only listings whose pricing model or payment model is free. false: no filter.',
    schema: boolean,
  },
  auth_required: {
    description: 'false: only APIs that need no credentials. true: only APIs that need credentials.',
    schema: boolean,
  },
  maintained_by: { description: 'Only listings with this kind of maintainer.', schema: oneOfTerms('maintainers') },
  badges: { description: 'Only listings with all of these badges.', schema: oneOfTerms('badges'), list: true },
  source: {
    description:
      "publisher: only manifests that the publisher serves. documentation: only manifests written from the API's documentation.",
    schema: oneOfTerms('sources'),
  },
  status: {
    description:
      'Only listings with one of these statuses (default: verified and unverified; with updated_since: all statuses).',
    schema: oneOfTerms('statuses'),
    list: true,
  },
  updated_since: {
    description:
      'Only listings that changed at or after this time, including lapsed and withdrawn listings, so that a client that polls can keep an exact copy.',
    schema: { type: 'string', format: 'date-time' },
  },
  sort: {
    description: 'The sort key (default: created_at; with q: relevance). Ties are sorted by id.',
    schema: { type: 'string', enum: ['name', 'created_at', 'verified_at'] },
  },
  order: {
    description: 'The sort direction (default: names A to Z, times newest first, relevance best first).',
    schema: { type: 'string', enum: ['asc', 'desc'] },
  },
  limit: {
    description: 'Maximum number of results per page.',
    schema: { type: 'integer', minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT },
  },
  offset: { description: 'Number of results to skip.', schema: { type: 'integer', minimum: 0, default: 0 } },
};

/** Returns the query parameters of `GET /listings` as OpenAPI parameters. */
export function listingParameters(): Schema[] {
  return PARAMETERS.map(name => {
    const { description, schema, example, list } = DESCRIPTIONS[name];
    return {
      name,
      in: 'query',
      description,
      schema: list ? { type: 'array', items: schema, minItems: 1 } : schema,
      ...(list && { style: 'form', explode: false }),
      ...(example !== undefined && { example }),
    };
  });
}
