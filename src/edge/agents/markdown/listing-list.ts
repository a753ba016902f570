import { about, meaning, title, values } from '#manifest/taxonomy.ts';
import { formatCount } from '#manifest/text/format-count.ts';
import { DEFAULT_QUERY, type Filters, type Query } from '#query/query.ts';
import { toQueryString } from '#query/query-string.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import type { Addresses } from '../../config.ts';
import { toMarkdownUrl } from './markdown-url.ts';
import { ROWS_NOTICE, rowLine, rowsOf } from './rows.ts';

/** A list of listings on the site: all, those of a category, or those of a primary category. */
export interface ListingList {
  /** The path of the first page. */
  readonly path: string;
  readonly title: string;
  readonly introduction: string;
  readonly filters: Filters;
  /** Returns the number of listings in a category. Absent from the list of all. */
  readonly counted?: (summary: Catalog['summary']) => number;
}

/** All lists of listings on the site. */
export const LISTS: readonly ListingList[] = [
  { path: '/apis/', title: 'All APIs', introduction: 'All APIs in this registry, A to Z by name.', filters: {} },
  ...values('categories').map(category => ({
    path: `/categories/${category}/`,
    title: title('categories', category),
    introduction: meaning('categories', category),
    filters: { category: [category] },
    counted: ({ categories }: Catalog['summary']) => categories[category],
  })),
  ...values('primary_categories').map(primary => ({
    path: `/primary/${primary}/`,
    title: title('primary_categories', primary),
    introduction: meaning('primary_categories', primary),
    filters: { primary_category: primary },
    counted: ({ primary_categories }: Catalog['summary']) => primary_categories[primary],
  })),
];

/**
 * Creates the Markdown of one page of a list, with the same listings as the HTML page.
 * @param number the page, from 1
 * @returns undefined if the page does not exist
 */
export async function listPage(
  list: ListingList,
  number: number,
  catalog: Catalog,
  { registry, site }: Addresses,
): Promise<string | undefined> {
  const query = listQuery(list, number);
  const { rows, total } = await rowsOf(catalog, query);
  const last = lastPage(total);
  if (number > last) return undefined;
  const pageLinks = [
    ...(number > 1 ? [`[Previous page](${toMarkdownUrl(site + pagePath(list, number - 1))})`] : []),
    ...(number < last ? [`[Next page](${toMarkdownUrl(site + pagePath(list, number + 1))})`] : []),
  ];
  const sections = [
    `# ${list.title}${number > 1 ? `, page ${number}` : ''}`,
    list.introduction,
    `${total} listings; page ${number} of ${last}. As JSON: <${registry}/listings${toQueryString(query)}>`,
    ROWS_NOTICE,
    rows.length > 0 ? rows.map(rowLine).join('\n') : 'No APIs in this list yet.',
    pageLinks.join(' '),
  ];
  return `${sections.filter(section => section !== '').join('\n\n')}\n`;
}

/** Returns the path of a page of a list. */
export function pagePath({ path }: ListingList, number: number): string {
  return number === 1 ? path : `${path}${number}/`;
}

/** Creates the Markdown of `/categories/`: both category vocabularies with descriptions and counts. */
export function categoryIndex({ summary }: Catalog, { site }: Addresses): string {
  const entries = LISTS.flatMap(list => {
    const count = list.counted?.(summary);
    return count === undefined ? [] : { list, count, isPrimary: list.filters.primary_category !== undefined };
  });
  const lines = (isPrimary: boolean) =>
    entries
      .filter(entry => entry.isPrimary === isPrimary)
      .map(
        ({ list, count }) =>
          `- [${list.title}](${toMarkdownUrl(site + list.path)}): ${list.introduction} ${formatCount(count, 'listing')}.`,
      )
      .join('\n');
  return `# ${about('categories').title}

${about('categories').description}

${lines(false)}

## ${about('primary_categories').title}

${about('primary_categories').description}

${lines(true)}
`;
}

/** Returns the query for a page of a list. */
export function listQuery({ filters }: ListingList, number: number): Query {
  return { ...DEFAULT_QUERY, filters, sort: 'name', order: 'asc', offset: (number - 1) * DEFAULT_QUERY.limit };
}

/** Returns the number of the last page of a list; 1 for an empty list. */
function lastPage(total: number): number {
  return Math.max(1, Math.ceil(total / DEFAULT_QUERY.limit));
}
