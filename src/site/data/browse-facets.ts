import { title, type Vocabulary, values } from '#manifest/taxonomy.ts';
import { sortCategories } from './terms.ts';

/** A filter of `GET /listings` on the browse page. */
export interface BrowseFacet {
  readonly parameter: string;
  readonly legend: string;
  /** Whether the user can choose one value, any of several, or all of several. */
  readonly choice: 'one' | 'several';
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** Whether it is expanded at first. */
  readonly open: boolean;
}

/**
 * All filters with a list of values, the most popular first (specification, section 4.2).
 * @param currencies as in `parseFacets`
 */
export function browseFacets(currencies: readonly string[]): readonly BrowseFacet[] {
  return [
    {
      parameter: 'category',
      legend: 'Category',
      choice: 'one',
      options: sortCategories().map(value => ({ value, label: title('categories', value) })),
      open: true,
    },
    terms('primary_category', 'primary_categories', 'Primary category', { open: true }),
    yesNo('auth_required', 'Credentials', { false: 'None needed', true: 'Required' }, true),
    yesNo('free_only', 'Free of charge', { true: 'Free only' }, true),
    terms('status', 'statuses', 'Status', { choice: 'several', open: true }),
    terms('pricing_model', 'pricing_models', 'Pricing model'),
    terms('badges', 'badges', 'Badges', { choice: 'several' }),
    terms('maintained_by', 'maintainers', 'Maintained by'),
    terms('source', 'sources', 'Source of the manifest'),
    terms('payment_model', 'payment_models', 'Payment model'),
    {
      parameter: 'payment_currency',
      legend: 'Payment currency',
      choice: 'one',
      options: currencies.map(value => ({ value, label: value })),
      open: false,
    },
    terms('settlement_type', 'settlement_types', 'Settlement'),
    yesNo('supports_spend_cap', 'Spend cap', { true: 'Supported', false: 'Not supported' }),
  ];
}

function terms(
  parameter: string,
  vocabulary: Vocabulary,
  legend: string,
  { choice = 'one', open = false }: Partial<Pick<BrowseFacet, 'choice' | 'open'>> = {},
): BrowseFacet {
  const options = values(vocabulary).map(value => ({ value, label: title(vocabulary, value) }));
  return { parameter, legend, choice, options, open };
}

function yesNo(parameter: string, legend: string, labels: Readonly<Record<string, string>>, open = false): BrowseFacet {
  const options = Object.entries(labels).map(([value, label]) => ({ value, label }));
  return { parameter, legend, choice: 'one', options, open };
}
