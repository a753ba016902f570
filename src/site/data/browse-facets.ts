import { title } from '#manifest/taxonomy.ts';
import { FILTER_NAMES, type FilterName, getFilter, isListFilter, listFilterValues } from '#query/filters.ts';
import { categoriesInOrder } from './terms.ts';

/** A filter of `GET /listings` on the browse page. */
export interface BrowseFacet {
  readonly parameter: FilterName;
  readonly legend: string;
  /** Whether the user can choose one value, or several. */
  readonly choice: 'one' | 'several';
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** Whether it is expanded at first. */
  readonly open: boolean;
}

/** The filters that people use first; they are expanded and come before the others. */
const PROMOTED: readonly FilterName[] = ['category', 'primary_category', 'auth_required', 'free_only', 'status'];

/**
 * All filters with a list of values, the most popular first (specification, section 4.2).
 * @param currencies as in `parseFacets`
 */
export function browseFacets(currencies: readonly string[]): readonly BrowseFacet[] {
  const others = FILTER_NAMES.filter(name => !PROMOTED.includes(name));
  return [...PROMOTED, ...others].map(parameter => ({
    parameter,
    legend: getFilter(parameter).label,
    choice: isListFilter(parameter) ? 'several' : 'one',
    options: optionsOf(parameter, currencies),
    open: PROMOTED.includes(parameter),
  }));
}

function optionsOf(name: FilterName, currencies: readonly string[]): BrowseFacet['options'] {
  const { vocabulary, labels } = getFilter(name);
  if (labels) return Object.entries(labels).map(([value, label]) => ({ value, label }));
  const all = name === 'category' ? categoriesInOrder() : (listFilterValues(name) ?? currencies);
  return all.map(value => ({ value, label: vocabulary ? title(vocabulary, value as never) : value }));
}
