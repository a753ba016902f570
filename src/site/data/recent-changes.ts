import type { HistoryKind } from '#contract/history.ts';
import { createHistory } from '#listing/history.ts';
import type { Card } from './cards/card.ts';
import { getLastChanged } from './last-changed.ts';
import { readWholeListing, recordHistory } from './listings.ts';

/** A change for the lists of the site. */
export interface RecentChange {
  readonly card: Card;
  readonly kind: HistoryKind;
  readonly at: string;
  /** Whether the change can break an agent. */
  readonly breaking: boolean;
  /** One line of plain text. */
  readonly summary: string;
}

/**
 * Lists the latest change of each of the `count` listings that changed last. Days are newest first; within a day, changes
 * that can break an agent come first. A listing with several changes appears once: its own page has its history.
 */
export async function getRecentChanges(count: number): Promise<readonly RecentChange[]> {
  const changes = await Promise.all(getLastChanged(count).map(readLatestChange));
  return changes.toSorted(compareChanges);
}

async function readLatestChange(card: Card): Promise<RecentChange> {
  const { record, observation } = readWholeListing(card);
  const { entries } = await createHistory(record.id, recordHistory.snapshots(record), observation?.statuses);
  const [latest] = entries;
  const { status } = card.row;
  if (status === 'lapsed' || status === 'withdrawn')
    return {
      card,
      kind: status,
      at: card.changedAt,
      breaking: true,
      summary: latest?.kind === status ? latest.summary : '',
    };
  // With a single known version, a record was listed at some time; what changed before is not known.
  if (!latest || (latest.kind === 'changed' && latest.previous_version === null && latest.difference_count === 0))
    return { card, kind: 'listed', at: card.row.created_at, breaking: false, summary: '' };
  return { card, kind: latest.kind, at: latest.at, breaking: latest.breaking, summary: latest.summary };
}

function compareChanges(a: RecentChange, b: RecentChange): number {
  const [day, other] = [a.at.slice(0, 10), b.at.slice(0, 10)];
  if (day !== other) return day < other ? 1 : -1;
  return (
    Number(b.breaking) - Number(a.breaking) ||
    Date.parse(b.at) - Date.parse(a.at) ||
    (a.card.row.name < b.card.row.name ? -1 : 1)
  );
}
