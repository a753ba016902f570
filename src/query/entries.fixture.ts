import { sampleObservation, sampleRecord } from '#listing/listing.fixture.ts';
import { listingOf } from '#listing/listing.ts';
import { toRow } from '#listing/row.ts';
import type { Payment } from '#manifest/manifest.ts';
import { values } from '#manifest/taxonomy.ts';
import type { Entry } from './entry.ts';

/** Returns seeded random numbers from 0 to 1 (mulberry32), so that failures are reproducible. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Returns a function that picks a random element of a list. */
export function createPicker(random: () => number): <T>(all: readonly T[]) => T {
  return all => all[Math.floor(random() * all.length)] as (typeof all)[number];
}

const WORDS =
  'weather forecast tide harbor rain snow city map route parcel invoice payment bank exchange rate café naïve Straße translation dictionary chemistry molecule protein gene flight train ticket music chord guitar soil crop recipe nutrient court statute museum painting earthquake satellite star physics equation search index cloud storage C++ radar_v2 zero-copy'.split(
    ' ',
  );

/** Returns entries of all kinds of generated listings, with repeated names and times to test tie-breaking. */
export function generatedEntries(count: number, seed = 7): Entry[] {
  const random = seeded(seed);
  const pick = createPicker(random);
  const text = (length: number) => Array.from({ length }, () => pick(WORDS)).join(' ');
  const time = () => new Date(Date.UTC(2026, Math.floor(random() * 10), 1 + Math.floor(random() * 4))).toISOString();

  return Array.from({ length: count }, (_, i) => {
    const created_at = time();
    const payment: Payment | null =
      random() < 0.5
        ? null
        : {
            model: pick(values('payment_models')),
            currency: pick(['USD', 'EUR', 'x-credits']),
            rates: random() < 0.5 ? [] : [{ unit: 'call', price: pick(['0', '0.002']) }],
            settlement: { type: pick(values('settlement_types')) },
            ...(random() < 0.5 && { budget_controls: { supports_spend_cap: random() < 0.5 } }),
          };
    const record = sampleRecord(
      `https://api-${i}.example`,
      {
        name: text(1 + Math.floor(random() * 3)),
        description: text(12 + Math.floor(random() * 20)),
        categories: [pick(values('categories')), pick(values('categories'))],
        primary_category: pick(values('primary_categories')),
        pricing: {
          model: pick(values('pricing_models')),
          ...(random() < 0.3 && { free_tier: { queries_per_day: pick([null, 0, 100]) } }),
          ...(random() < 0.3 && { paid_tier: { unit: 'month', description: 'A plan.', amount_usd: pick([0, 9]) } }),
        },
        authentication: { required: random() < 0.5 },
        payment,
        ...(random() < 0.7 && { reliability: { maintained_by: pick(values('maintainers')) } }),
        ...(random() < 0.05 && { listing_requested: false }),
      },
      {
        created_at,
        updated_at: created_at,
        ...(random() < 0.2 && {
          source: { type: 'documentation', documentation_url: 'https://docs.example' } as const,
        }),
      },
    );
    const verified_at = time();
    const observedFacts = () => {
      const responding_checks = Math.floor(random() * 4);
      return {
        observed: {
          responding: pick([true, true, false, null]),
          endpoints_probed: 5,
          endpoints_responding: responding_checks,
          last_responded_at: verified_at,
          response_ms: Math.floor(random() * 900),
          warnings: [],
        },
        results: [{ date: '2026-11-20', outcome: 'passed', ms: 20, checks: 3, responding_checks }] as const,
      };
    };
    const failures = { count: 2, first_at: '2026-11-10T00:00:00Z', last_at: '2026-11-12T00:00:00Z' };
    const badges = values('badges').filter(() => random() < 0.4);
    const observation =
      random() < 0.3
        ? undefined
        : sampleObservation({
            verified_at,
            last_checked_at: verified_at,
            badges,
            ...(random() < 0.1 && { failures }),
            ...(random() < 0.8 && observedFacts()),
          });
    const listing = listingOf(record, observation);
    const row = toRow(listing, { registry: 'https://registry.example', site: 'https://site.example' });
    return { row, changedAt: listing.changed_at };
  });
}
