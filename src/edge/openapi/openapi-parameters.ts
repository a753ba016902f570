import { MAX_Q_LENGTH, PARAMETERS, type ParameterName } from '#query/parameters.ts';
import { DEFAULT_LIMIT, MAX_LIMIT } from '#query/query.ts';
import { oneOfTerms, type Schema } from './openapi-schemas.ts';

/** One query parameter: what it does, and the values that it takes. */
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
      'Searches names and descriptions by word, beginning of a word, and with typing errors; case and accents do not matter. The best match comes first.',
    schema: { type: 'string', minLength: 1, maxLength: MAX_Q_LENGTH },
    example: 'weather forecast',
  },
  category: { description: 'Only this category.', schema: oneOfTerms('categories'), example: 'weather' },
  primary_category: { description: 'Only this primary category.', schema: oneOfTerms('primary_categories') },
  pricing_model: { description: 'Only this pricing model.', schema: oneOfTerms('pricing_models') },
  payment_model: { description: 'Only this model of the payment contract.', schema: oneOfTerms('payment_models') },
  payment_currency: {
    description: 'Only this currency of the payment contract: an ISO 4217 code, or a unit that starts with `x-`.',
    schema: { type: 'string', pattern: '^(?:[A-Z]{3}|x-\\S+)$' },
    example: 'USD',
  },
  settlement_type: { description: 'Only this settlement.', schema: oneOfTerms('settlement_types') },
  supports_spend_cap: { description: 'true: only with a spend cap. false: only without.', schema: boolean },
  free_only: {
    description: 'true: only where the pricing model or the payment model is free. false does not filter.',
    schema: boolean,
  },
  auth_required: {
    description: 'false: only APIs that need no credentials. true: only those that do.',
    schema: boolean,
  },
  maintained_by: { description: 'Only this kind of maintainer.', schema: oneOfTerms('maintainers') },
  badges: { description: 'Only listings with all of these badges.', schema: oneOfTerms('badges'), list: true },
  source: {
    description: "Whether the publisher serves the manifest, or it was written from the API's documentation.",
    schema: oneOfTerms('sources'),
  },
  status: {
    description: 'The states wanted; verified and unverified when left out, all of them together with updated_since.',
    schema: oneOfTerms('statuses'),
    list: true,
  },
  updated_since: {
    description:
      'Only what changed at or after this time, lapsed and withdrawn listings included, so that who polls with it keeps an exact copy.',
    schema: { type: 'string', format: 'date-time' },
  },
  sort: {
    description: 'The sort key; created_at when left out, or relevance together with q. Equal keys are sorted by id.',
    schema: { type: 'string', enum: ['name', 'created_at', 'verified_at'] },
  },
  order: {
    description: 'The direction; names go A to Z, times newest first, and relevance best first when left out.',
    schema: { type: 'string', enum: ['asc', 'desc'] },
  },
  limit: {
    description: 'Rows a page.',
    schema: { type: 'integer', minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT },
  },
  offset: { description: 'Rows before the page.', schema: { type: 'integer', minimum: 0, default: 0 } },
};

/** The query parameters of `GET /listings` as OpenAPI describes them. */
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
