import type { Row } from '#contract/row.ts';
import type { Query } from '#query/query.ts';

/**
 * Creates a search like that of comparable registries: it filters an array, finds the text as a substring, and sorts with
 * `localeCompare`. It supports neither typo tolerance nor relevance.
 */
export function createArrayBaseline(rows: readonly Row[]): (query: Query) => string {
  return ({ filters, status, q, sort, order, offset, limit }) => {
    let found = rows.filter(row => status.includes(row.status));
    for (const [parameter, value] of Object.entries(filters))
      found = found.filter(row => matchesFilter(row, parameter, value));
    if (q !== undefined) {
      const text = q.toLowerCase();
      found = found.filter(
        ({ name, description }) => name.toLowerCase().includes(text) || description.toLowerCase().includes(text),
      );
    }
    const key = sort === 'relevance' || sort === 'uptime' ? 'created_at' : sort;
    const direction = order === 'asc' ? 1 : -1;
    found.sort((a, b) => direction * (a[key] ?? '').localeCompare(b[key] ?? ''));
    return JSON.stringify(found.slice(offset, offset + limit));
  };
}

function matchesFilter(row: Row, parameter: string, value: unknown): boolean {
  if (parameter === 'category') return row.categories.some(category => (value as readonly string[]).includes(category));
  if (parameter === 'source') return (value as readonly string[]).includes(row.source);
  if (parameter === 'free_only') return row.costs_nothing;
  return row[parameter as keyof Row] === value;
}
