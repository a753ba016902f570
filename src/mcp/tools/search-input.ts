import { type Vocabulary, values } from '#manifest/taxonomy.ts';
import { MAX_Q_LENGTH } from '#query/parameters.ts';
import { MAX_LIMIT } from '#query/query.ts';
import type { InputSchema } from './tool.ts';

/** A model reads every row of a page, so pages are short unless it asks for more. */
export const DEFAULT_LIMIT = 10;

/** The parameters of `GET /listings`, with the types that a model would give them. */
export const searchInput: Pick<InputSchema, 'properties'> = {
  properties: {
    q: {
      type: 'string',
      description: `Words to search for in names and descriptions, at most ${MAX_Q_LENGTH} characters; typing errors do not matter.`,
      examples: ['weather forecast'],
    },
    category: oneOf('categories', 'The subject.'),
    primary_category: oneOf('primary_categories', 'The kind of API.'),
    pricing_model: oneOf('pricing_models', 'How it is priced.'),
    payment_model: oneOf('payment_models', 'How an agent pays for it.'),
    payment_currency: { type: 'string', description: 'ISO 4217, such as USD, or x- and a unit.', examples: ['USD'] },
    settlement_type: oneOf('settlement_types', 'When payments are settled.'),
    supports_spend_cap: { type: 'boolean', description: 'Whether spending can be capped.' },
    free_only: { type: 'boolean', description: 'true finds only APIs that cost nothing.' },
    auth_required: { type: 'boolean', description: 'false finds APIs that need no credentials.' },
    maintained_by: oneOf('maintainers', 'Who maintains it.'),
    badges: someOf('badges', 'All of them are wanted.'),
    source: oneOf('sources', 'Who wrote the manifest.'),
    status: someOf('statuses', 'Any of them; verified and unverified when left out.'),
    updated_since: {
      type: 'string',
      description: 'RFC 3339: only what changed since, no longer listed APIs included.',
    },
    sort: {
      type: 'string',
      enum: ['name', 'created_at', 'verified_at'],
      description: 'Left out, the best or newest first.',
    },
    order: { type: 'string', enum: ['asc', 'desc'] },
    limit: { type: 'integer', minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT, description: 'Rows a page.' },
    offset: {
      type: 'integer',
      minimum: 0,
      default: 0,
      description: 'Where the page starts; next_offset of the page before.',
    },
  },
};

function oneOf(vocabulary: Vocabulary, description: string) {
  return { type: 'string', enum: values(vocabulary), description } as const;
}

function someOf(vocabulary: Vocabulary, description: string) {
  return { type: 'array', items: { type: 'string', enum: values(vocabulary) }, description } as const;
}
