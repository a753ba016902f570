import path from 'node:path';
import { explainSyntaxError } from '#cli/terminal/explain-syntax-error.ts';
import { MISSING_SEARCHES_FILE, type MissingSearches, readMissingSearches } from '#store/missing-searches.ts';

/** How many terms the report lists. */
const MAX_LISTED = 50;

/**
 * Lists the terms of searches without a fitting result on the server that uses a data directory.
 * @throws RangeError if the file with the counts is damaged
 */
export async function listMissingSearches(dataDir: string): Promise<string> {
  const file = path.join(dataDir, MISSING_SEARCHES_FILE);
  const message = `${file} is not valid JSON. Delete it; the server then counts from zero.`;
  return formatMissingSearches(await explainSyntaxError(readMissingSearches(dataDir), message));
}

/** Formats the report: the most frequent terms first, with the number of searches and the last day. */
export function formatMissingSearches(days: MissingSearches): string {
  const totals = new Map<string, { count: number; last: string }>();
  for (const [day, terms] of Object.entries(days)) {
    for (const [term, count] of Object.entries(terms)) {
      const known = totals.get(term);
      const last = known !== undefined && known.last > day ? known.last : day;
      totals.set(term, { count: (known?.count ?? 0) + count, last });
    }
  }
  if (totals.size === 0) return NOTHING;
  const sorted = [...totals].sort(([a, one], [b, other]) => other.count - one.count || (a < b ? -1 : 1));
  const lines = sorted
    .slice(0, MAX_LISTED)
    .map(([term, { count, last }]) => `  ${String(count).padStart(6)}  ${term}  last on ${last}`);
  return ['Terms of searches without a fitting result:', ...lines, NEXT_STEP].join('\n');
}

const NOTHING =
  'No terms. The Node server collects them with MISSING_SEARCHES=on, and writes a term after five searches on one day. ' +
  'The Worker does not collect them.';

const NEXT_STEP =
  'If a listing serves such a need, add the term to registry/vocabulary.json. Otherwise, consider adding an API.';
