import type { Row } from '#contract/row.ts';
import { type Term, type Vocabulary, values } from '#manifest/taxonomy.ts';

/**
 * One filter of `GET /listings`. The parser, the query index, the D1 tables, OpenAPI, the CLI, the MCP server, the facets,
 * and the browse page derive from it.
 */
interface Filter {
  /**
   * `term`: one value of a vocabulary. `all`, `any`: a list, comma-separated or repeated. A listing has all values, or at
   * least one. `boolean`: true or false. `flag`: only true filters. `text`: any text that `pattern` accepts.
   */
  readonly kind: 'term' | 'all' | 'any' | 'boolean' | 'flag' | 'text';
  /** The values of a `term`, `all`, or `any` filter. */
  readonly vocabulary?: Vocabulary;
  /** The label on the browse page. */
  readonly label: string;
  /** One sentence for the API reference, the CLI, and the MCP server. */
  readonly description: string;
  /** The labels of true and false on the browse page. */
  readonly labels?: Readonly<Partial<Record<'true' | 'false', string>>>;
  /** The form of a `text` value, for messages. */
  readonly form?: string;
  readonly pattern?: RegExp;
  readonly example?: string;
  /** The row's values; the row's member of the same name if absent. */
  readonly read?: (row: Row) => string | boolean | null | readonly string[];
}

/** All filters (specification, section 4.2; design: Filters), in the order of query strings. */
export const FILTERS = {
  category: {
    kind: 'any',
    vocabulary: 'categories',
    label: 'Category',
    description: 'Only listings in one of these categories.',
    example: 'weather',
    read: row => row.categories,
  },
  primary_category: {
    kind: 'term',
    vocabulary: 'primary_categories',
    label: 'Primary category',
    description: 'Only this primary category.',
  },
  pricing_model: {
    kind: 'term',
    vocabulary: 'pricing_models',
    label: 'Pricing model',
    description: 'Only this pricing model.',
  },
  payment_model: {
    kind: 'term',
    vocabulary: 'payment_models',
    label: 'Payment model',
    description: 'Only this model of the payment contract.',
  },
  payment_currency: {
    kind: 'text',
    label: 'Payment currency',
    description: 'Only this currency of the payment contract: an ISO 4217 code, or a unit that starts with `x-`.',
    form: 'a currency: three uppercase letters (ISO 4217), or "x-" and a unit',
    pattern: /^(?:[A-Z]{3}|x-\S+)$/u,
    example: 'USD',
  },
  settlement_type: {
    kind: 'term',
    vocabulary: 'settlement_types',
    label: 'Settlement',
    description: 'Only this type of settlement.',
  },
  supports_spend_cap: {
    kind: 'boolean',
    label: 'Spend cap',
    description: 'true: only APIs that support a spend cap. false: only the others.',
    labels: { true: 'Supported', false: 'Not supported' },
  },
  free_only: {
    kind: 'flag',
    label: 'Free of charge',
    description:
      'true: only APIs that cost nothing: the model is free, and neither the payment contract nor a paid tier has a price. false does not filter.',
    labels: { true: 'Free only' },
    read: row => row.costs_nothing,
  },
  free_tier: {
    kind: 'flag',
    label: 'Free tier',
    description: 'true: only APIs that cost nothing, or have a free tier. false does not filter.',
    labels: { true: 'Free or with a free tier' },
  },
  price: {
    kind: 'any',
    vocabulary: 'prices',
    label: 'Price',
    description:
      'Only APIs that cost nothing (free), are free up to a limit (free_tier), always cost money (paid), or do not state a price (unknown). Each listing has one of these values.',
    example: 'free',
  },
  auth_required: {
    kind: 'boolean',
    label: 'Credentials',
    description: 'false: only APIs that need no credentials. true: only APIs that do.',
    labels: { false: 'None needed', true: 'Required' },
  },
  authentication: {
    kind: 'any',
    vocabulary: 'authentication',
    label: 'Authentication',
    description: 'Only APIs that need no credentials (none), accept them (optional), or need them (required).',
    example: 'none',
  },
  maintained_by: {
    kind: 'term',
    vocabulary: 'maintainers',
    label: 'Maintained by',
    description: 'Only this kind of maintainer.',
  },
  badges: {
    kind: 'all',
    vocabulary: 'badges',
    label: 'Badges',
    description: 'Only listings with all of these badges.',
  },
  responding: {
    kind: 'boolean',
    label: 'Responding',
    description:
      'true: only APIs with an endpoint that responded at the last check. false: only APIs without one. Neither includes listings that were never checked.',
    labels: { true: 'Responded at the last check', false: 'Did not respond' },
    read: row => row.observed.responding,
  },
  source: {
    kind: 'any',
    vocabulary: 'sources',
    label: 'Source of the manifest',
    description: 'Only manifests from these sources: served by the publisher, or written from public documentation.',
  },
  status: {
    kind: 'any',
    vocabulary: 'statuses',
    label: 'Status',
    description: 'Only these statuses (default: verified and unverified; with updated_since, all).',
  },
} as const satisfies Readonly<Record<string, Filter>>;

export type FilterName = keyof typeof FILTERS;

type ValueOf<F extends Filter> = F extends { kind: 'term'; vocabulary: infer V extends Vocabulary }
  ? Term<V>
  : F extends { kind: 'all' | 'any'; vocabulary: infer V extends Vocabulary }
    ? readonly Term<V>[]
    : F extends { kind: 'boolean' }
      ? boolean
      : F extends { kind: 'flag' }
        ? true
        : string;

/** The values of a query by filter; they combine with AND, and an absent member does not filter. */
export type FilterValues = { readonly [Name in FilterName]?: ValueOf<(typeof FILTERS)[Name]> };

/** The names of all filters, in the order of the table. */
export const FILTER_NAMES = Object.keys(FILTERS) as readonly FilterName[];

/** Returns the definition of a filter. */
export function getFilter(name: FilterName): Filter {
  return FILTERS[name];
}

/** The values of a row for a filter, as query strings write them. */
export function readFilterValues(row: Row, name: FilterName): readonly string[] {
  const { kind, read } = getFilter(name);
  const value = read ? read(row) : row[name as FilterName & keyof Row];
  if (value === null || (kind === 'flag' && value === false)) return [];
  return typeof value === 'object' ? value : [String(value)];
}

/** The values that a filter can take; undefined if they are open. */
export function listFilterValues(name: FilterName): readonly string[] | undefined {
  const { kind, vocabulary } = getFilter(name);
  if (vocabulary) return values(vocabulary);
  if (kind === 'boolean') return ['true', 'false'];
  return kind === 'flag' ? ['true'] : undefined;
}

/** True if the filter takes a list of values. */
export function isListFilter(name: FilterName): boolean {
  const { kind } = getFilter(name);
  return kind === 'all' || kind === 'any';
}
