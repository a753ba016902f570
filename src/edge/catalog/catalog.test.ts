import { expect, test } from 'vitest';
import { toRow } from '#listing/row.ts';
import { addresses, numberedListings } from './catalog.fixture.ts';
import { summaryOf } from './catalog.ts';

const checkedAt = '2026-11-21T06:00:00Z';
const entries = numberedListings(2).map(listing => ({
  row: { ...toRow(listing, addresses), last_checked_at: checkedAt },
  changedAt: checkedAt,
}));

test.each([
  ['the last run, also if a submission was checked after it', '2026-11-19T06:00:00Z', '2026-11-19T06:00:00Z'],
  ['the last check before the first run', undefined, checkedAt],
])('reports as last_run_at the time of %s', (_, lastRunAt, expected) => {
  expect(summaryOf(entries, { lastRunAt }).last_run_at).toBe(expected);
});
