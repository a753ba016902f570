import { title } from '#manifest/taxonomy.ts';
import { FILTER_NAMES, type FilterName, getFilter, isListFilter, listFilterValues } from '#query/filters.ts';
import { NO_KEY_NEEDED } from '../format/authentication.ts';
import { sortCategories } from './terms.ts';

/** A filter of `GET /listings` on the browse page. */
export interface BrowseFacet {
  readonly parameter: FilterName;
  readonly legend: string;
  /** Whether the user can choose one value, or several. */
  readonly choice: 'one' | 'several';
  /** Whether only `true` filters. */
  readonly isFlag: boolean;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** Whether it is always visible; the others are under "More filters". */
  readonly open: boolean;
}

/** The filters that people use first, in this order. */
const PROMOTED: readonly string[] = ['authentication', 'price', 'category', 'status', 'responding'];

/**
 * All filters with a list of values, the most popular first (specification, section 4.2).
 * @param currencies as in `parseFacets`
 */
export function browseFacets(currencies: readonly string[]): readonly BrowseFacet[] {
  const promoted = PROMOTED.flatMap(name => FILTER_NAMES.find(each => each === name) ?? []);
  const others = FILTER_NAMES.filter(name => !PROMOTED.includes(name));
  return [...promoted, ...others].map(parameter => ({
    parameter,
    legend: LEGENDS[parameter] ?? getFilter(parameter).label,
    choice: isListFilter(parameter) ? 'several' : 'one',
    isFlag: getFilter(parameter).kind === 'flag',
    options: optionsOf(parameter, currencies),
    open: PROMOTED.includes(parameter),
  }));
}

/** Shorter headings than the labels of the filters. */
const LEGENDS: Readonly<Record<string, string>> = {
  responding: 'Live checks',
};

const LABELS: Readonly<Record<string, string>> = {
  'auth_required=false': NO_KEY_NEEDED,
  'auth_required=true': title('authentication', 'required'),
  'free_only=true': 'Free',
  'free_tier=true': 'Free, or a free tier',
  'responding=true': 'Responding now',
};

function optionsOf(name: FilterName, currencies: readonly string[]): BrowseFacet['options'] {
  const { vocabulary, labels } = getFilter(name);
  if (labels)
    return Object.entries(labels).map(([value, label]) => ({ value, label: LABELS[`${name}=${value}`] ?? label }));
  const all = name === 'category' ? sortCategories() : (listFilterValues(name) ?? currencies);
  return all.map(value => ({ value, label: vocabulary ? title(vocabulary, value as never) : value }));
}
