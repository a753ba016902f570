import { type Vocabulary, values } from '#manifest/taxonomy.ts';
import { MAX_Q_LENGTH } from '#query/parameters.ts';
import { MAX_LIMIT } from '#query/query.ts';
import type { InputSchema } from './tool.ts';

/** A model reads each row, so pages are short by default. */
export const DEFAULT_LIMIT = 10;

/** The parameters of `GET /listings`, with the types that models use. */
export const searchInput: Pick<InputSchema, 'properties'> = {
  properties: {
    q: {
      type: 'string',
      description: `Words to search for in names and descriptions, at most ${MAX_Q_LENGTH} characters. Search tolerates typos.`,
      examples: ['weather forecast'],
    },
    category: oneOf('categories', 'The category.'),
    primary_category: oneOf('primary_categories', 'The primary category.'),
    pricing_model: oneOf('pricing_models', 'The pricing model.'),
    payment_model: oneOf('payment_models', 'The model of the payment contract.'),
    payment_currency: {
      type: 'string',
      description: 'An ISO 4217 code, such as USD, or x- and a unit.',
      examples: ['USD'],
    },
    settlement_type: oneOf('settlement_types', 'The settlement type.'),
    supports_spend_cap: { type: 'boolean', description: 'Whether a spend cap is supported.' },
    free_only: { type: 'boolean', description: 'true: only free APIs.' },
    auth_required: { type: 'boolean', description: 'false: only APIs that need no credentials.' },
    maintained_by: oneOf('maintainers', 'The kind of maintainer.'),
    badges: someOf('badges', 'Results have all of these badges.'),
    source: oneOf('sources', 'The author of the manifest.'),
    status: someOf('statuses', 'Results have any of these statuses. Default: verified and unverified.'),
    updated_since: {
      type: 'string',
      description: 'An RFC 3339 time. Only listings updated since, including lapsed and withdrawn ones.',
    },
    sort: {
      type: 'string',
      enum: ['name', 'created_at', 'verified_at'],
      description: 'The sort key. Default: the best matches, or without q the newest listings.',
    },
    order: { type: 'string', enum: ['asc', 'desc'] },
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: MAX_LIMIT,
      default: DEFAULT_LIMIT,
      description: 'Maximum number of results per page.',
    },
    offset: {
      type: 'integer',
      minimum: 0,
      default: 0,
      description: 'The offset of the page: next_offset of the previous page.',
    },
  },
};

function oneOf(vocabulary: Vocabulary, description: string) {
  return { type: 'string', enum: values(vocabulary), description } as const;
}

function someOf(vocabulary: Vocabulary, description: string) {
  return { type: 'array', items: { type: 'string', enum: values(vocabulary) }, description } as const;
}
