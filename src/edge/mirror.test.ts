import { expect, test } from 'vitest';
import { sampleObservation, sampleRecord } from '#listing/listing.fixture.ts';
import { type Listing, listingOf } from '#listing/listing.ts';
import { instant } from '#listing/time/timestamp.ts';
import { seeded } from '#query/entries.fixture.ts';
import { appOver, createMemoryCatalog } from './catalog/catalog.fixture.ts';

const START = Date.UTC(2026, 0, 1);
const DAY = 86_400_000;

test('keeps a mirror that polls updated_since equal to the registry, including tombstones', async () => {
  const random = seeded(3);
  const listings = new Map<string, Listing>();
  const mirror = new Map<string, string>();
  let polled = instant(START);

  for (let day = 0; day < 60; day++) {
    const now = START + day * DAY;
    for (let i = 0; i < 8; i++)
      happen(listings, `https://api-${Math.floor(random() * 40)}.example`, now + i * 1000, random);
    if (random() < 0.6) polled = await poll(listings, mirror, polled);
  }
  await poll(listings, mirror, polled);

  const whole = new Map<string, string>();
  await poll(listings, whole, '1970-01-01T00:00:00Z');
  expect(whole.size).toBe(listings.size);
  expect([...mirror].sort()).toEqual([...whole].sort());
  const statuses = new Set([...whole.values()].map(row => JSON.parse(row).status));
  expect(statuses).toEqual(new Set(['verified', 'unverified', 'lapsed', 'withdrawn']));
});

/** Applies a random event to an origin: a new listing, a change, a passed or failed check, or a withdrawal. */
function happen(listings: Map<string, Listing>, url: string, now: number, random: () => number): void {
  const at = instant(now);
  const before = [...listings.values()].find(({ record }) => record.url === url);
  if (!before) {
    const observed = random() < 0.8 ? sampleObservation({ verified_at: at, last_checked_at: at }) : undefined;
    put(listings, listingOf(sampleRecord(url, {}, { created_at: at, updated_at: at }), observed));
    return;
  }
  const { record, observation } = before;
  const kind = random();
  if (kind < 0.4) {
    const manifest = {
      ...record.manifest,
      version: `1.${Math.floor(random() * 99)}.0`,
      listing_requested: random() < 0.8,
    };
    put(listings, listingOf({ ...record, manifest, updated_at: at } as typeof record, observation));
  } else if (kind < 0.7) {
    put(
      listings,
      listingOf(record, sampleObservation({ verified_at: at, last_checked_at: at, badges: ['auth-verified'] })),
    );
  } else if (observation) {
    const first_at = observation.failures?.first_at ?? instant(now - 2 * DAY);
    put(
      listings,
      listingOf(record, { ...observation, last_checked_at: at, failures: { count: 2, first_at, last_at: at } }),
    );
  }
}

function put(listings: Map<string, Listing>, listing: Listing): void {
  listings.set(listing.record.id, listing);
}

/**
 * Follows all pages of changes since the last poll.
 *
 * @returns the start time of the next poll
 */
async function poll(listings: Map<string, Listing>, mirror: Map<string, string>, since: string): Promise<string> {
  const ask = appOver(createMemoryCatalog([...listings.values()]));
  let next: string | null = `https://registry.example/listings?updated_since=${since}&limit=7&sort=name`;
  let generatedAt = since;
  while (next !== null) {
    const { data, meta } = await (await ask(next.replace('https://registry.example', ''))).json();
    for (const row of data.listings) mirror.set(row.id, JSON.stringify(row));
    generatedAt = meta.generated_at;
    next = meta.links.next;
  }
  return generatedAt;
}
