import { FILTER_NAMES, type FilterName, getFilter, isListFilter, listFilterValues } from '#query/filters.ts';
import { OTHER_PARAMETERS } from '#query/parameters.ts';
import { MAX_LIMIT, ORDERS, SORT_KEY_NAMES } from '#query/query.ts';
import type { Option } from '../command.ts';

/** The parameters of `GET /listings` as options, with `-` for `_`. */
export const FILTERS: Readonly<Record<string, Option>> = {
  ...Object.fromEntries(FILTER_NAMES.map(name => [name.replaceAll('_', '-'), toOption(name)])),
  'updated-since': { value: 'TIME', help: toHelp(OTHER_PARAMETERS.updated_since.description) },
  sort: { value: 'KEY', help: toHelp(OTHER_PARAMETERS.sort.description), choices: SORT_KEY_NAMES },
  order: { value: 'DIRECTION', help: toHelp(OTHER_PARAMETERS.order.description), choices: ORDERS },
  limit: { value: 'N', help: `maximum number of results, 1 to ${MAX_LIMIT} (default: 10)` },
  offset: { value: 'N', help: toHelp(OTHER_PARAMETERS.offset.description) },
};

function toOption(name: FilterName): Option {
  const { description, kind } = getFilter(name);
  const help = toHelp(kind === 'flag' ? toFlagDescription(description) : description);
  if (kind === 'flag') return { help };
  const choices = listFilterValues(name);
  if (isListFilter(name)) return { value: 'A,B', help, choices: choices ?? [], list: true, repeatable: true };
  if (kind === 'boolean') return { value: 'BOOL', help, choices: choices ?? [] };
  return choices ? { value: 'NAME', help, choices } : { value: 'CODE', help };
}

/** The description of a filter whose option has no value. */
function toFlagDescription(description: string): string {
  return description.replace(/^true: /, '').replace(/ false does not filter\.$/, '');
}

/** A description as the help of an option: in lowercase, without the final period and code marks, with the names of the CLI. */
function toHelp(description: string): string {
  const [first = '', ...rest] = description
    .replaceAll('`', '')
    .replace(/\.$/, '')
    .replace(/\bwith q\b/, 'with words')
    .replace(/\bupdated_since\b/, '--updated-since');
  return first.toLowerCase() + rest.join('');
}
