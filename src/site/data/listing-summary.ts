import type { Status } from '#listing/status.ts';
import { title } from '#manifest/taxonomy.ts';
import { formatAuthentication } from '../format/authentication.ts';
import { count } from '../format/numbers.ts';
import { beginning, singleLine } from '../format/text.ts';
import type { Card } from './card.ts';

/** A listing in short, as every list shows it. */
export interface Summary {
  readonly id: string;
  readonly name: string;
  /** The beginning of the description. */
  readonly text: string;
  readonly status: Status;
  readonly price: string;
  readonly authentication: string;
  /** The kind of source and its size: `Live, 12 endpoints`. */
  readonly kind: string;
}

/** Puts a listing in a few words, once for all the lists that it stands in. */
export function createSummary(card: Card): Summary {
  const known = summaries.get(card) ?? summarise(card);
  summaries.set(card, known);
  return known;
}

const summaries = new WeakMap<Card, Summary>();

function summarise({ row, price, authentication, endpoints }: Card): Summary {
  return {
    id: row.id,
    name: singleLine(row.name),
    text: beginning(row.description, 220),
    status: row.status,
    price,
    authentication: formatAuthentication(authentication),
    kind: `${title('primary_categories', row.primary_category)}, ${count(endpoints, 'endpoint')}`,
  };
}
