import type { Status } from '#contract/row.ts';
import { beginning, toSingleLine } from '#listing/display/single-line.ts';
import { title } from '#manifest/taxonomy.ts';
import { formatAuthentication } from '../format/authentication.ts';
import { count } from '../format/numbers.ts';
import type { Card } from './cards/card.ts';

/** The summary of a listing for lists. */
export interface Summary {
  readonly id: string;
  readonly name: string;
  /** The truncated description. */
  readonly text: string;
  readonly status: Status;
  readonly price: string;
  readonly authentication: string;
  /** The kind of source and the number of endpoints: `Live, 12 endpoints`. */
  readonly kind: string;
}

/** Summarizes a listing. The result is shared by all lists. */
export function createSummary(card: Card): Summary {
  const known = summaries.get(card.digest);
  if (known) return known;
  const summary = summarise(card);
  if (summaries.size === MAX_SUMMARIES) summaries.clear();
  summaries.set(card.digest, summary);
  return summary;
}

/** The summaries by the digest of the listing's files, so that each version of a listing has its own. */
const summaries = new Map<string, Summary>();

/** Bounds memory: 6 MB. */
const MAX_SUMMARIES = 10_000;

function summarise({ row, price, authentication, endpoints }: Card): Summary {
  return {
    id: row.id,
    name: toSingleLine(row.name),
    text: beginning(row.description, 220),
    status: row.status,
    price,
    authentication: formatAuthentication(authentication),
    kind: `${title('primary_categories', row.primary_category)}, ${count(endpoints, 'endpoint')}`,
  };
}
