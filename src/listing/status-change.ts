import type { Term } from '#manifest/taxonomy.ts';
import type { Instant } from './timestamp.ts';

export type Status = Term<'statuses'>;

/** A status that our checks gave a listing. */
export interface StatusChange {
  readonly at: Instant;
  readonly status: Status;
}
