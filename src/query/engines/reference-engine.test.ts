import { describe, expect, test } from 'vitest';
import { sampleListing } from '#listing/listing.fixture.ts';
import { listingOf } from '#listing/listing.ts';
import { toRow } from '#listing/row.ts';
import type { Matches } from '../engine.ts';
import { readParameters } from '../parameters.ts';
import { parseRowTexts } from '../row-text.ts';
import { createReferenceEngine } from './reference-engine.ts';

const bases = { registry: 'https://registry.example', site: 'https://site.example' };
const description = (text: string) => text.padEnd(100, '.');

const rain = sampleListing(
  'https://rain.example',
  {
    name: 'Rain radar',
    description: description('Shows whether it rains now, with a forecast for two hours'),
    categories: ['weather', 'geography'],
    primary_category: 'live',
  },
  { created_at: '2026-01-03T00:00:00Z' },
  observedOn([1, 1]),
);
const cafe = sampleListing(
  'https://cafe.example',
  {
    name: 'Café finder',
    description: description('Coffee houses near a place, from Straße to Ναός'),
    categories: ['geography'],
    pricing: { model: 'freemium' },
    authentication: { required: true, type: 'api_key' },
    payment: { model: 'free', currency: 'EUR', rates: [], settlement: { type: 'real_time' } },
  },
  { created_at: '2026-01-02T00:00:00Z' },
  observedOn([1, 0]),
);
const moved = sampleListing('https://moved.example', {
  name: 'rain gauge',
  description: description('Withdrawn'),
  listing_requested: false,
});
const new_ = listingOf(
  sampleListing(
    'https://new.example',
    {
      name: 'Zebra',
      description: description('C++ and radar_v2'),
      pricing: { model: 'tiered' },
      payment: {
        model: 'per_request',
        currency: 'USD',
        rates: [],
        settlement: { type: 'real_time' },
        protocol: 'x402',
        networks: ['eip155:8453'],
        budget_controls: { supports_spend_cap: true },
      },
    },
    { created_at: '2026-01-01T00:00:00Z' },
  ).record,
);

const engine = createReferenceEngine(
  [rain, cafe, moved, new_].map(listing => ({ row: toRow(listing, bases), changedAt: listing.changed_at })),
);

describe('filters', () => {
  test.each([
    ['', ['rain.example', 'cafe.example', 'new.example']],
    ['category=geography', ['rain.example', 'cafe.example', 'new.example']],
    ['category=weather', ['rain.example']],
    ['category=weather&auth_required=true', []],
    ['primary_category=live', ['rain.example']],
    ['pricing_model=free', ['rain.example']],
    ['free_only=true', ['rain.example']],
    ['free_tier=true', ['rain.example', 'cafe.example']],
    ['price=free', ['rain.example']],
    ['price=free_tier', ['cafe.example']],
    ['price=paid', ['new.example']],
    ['price=unknown', []],
    ['price=paid,free', ['rain.example', 'new.example']],
    ['responding=true', ['rain.example']],
    ['responding=false', ['cafe.example']],
    ['category=weather,finance', ['rain.example']],
    ['category=weather&category=geography', ['rain.example', 'cafe.example', 'new.example']],
    ['source=documentation,publisher', ['rain.example', 'cafe.example', 'new.example']],
    ['source=documentation', []],
    ['sort=uptime', ['rain.example', 'cafe.example', 'new.example']],
    ['sort=uptime&order=asc', ['cafe.example', 'rain.example', 'new.example']],
    ['free_only=false', ['rain.example', 'cafe.example', 'new.example']],
    ['auth_required=false', ['rain.example', 'new.example']],
    ['authentication=none,optional', ['rain.example', 'new.example']],
    ['payment_model=free', ['cafe.example']],
    ['payment_currency=USD', ['new.example']],
    ['settlement_type=real_time', ['cafe.example', 'new.example']],
    ['supports_spend_cap=true', ['new.example']],
    ['supports_spend_cap=false', ['rain.example', 'cafe.example']],
    ['status=withdrawn', ['moved.example']],
    ['status=unverified', ['new.example']],
    ['updated_since=2026-11-10T00:00:00Z', ['moved.example', 'rain.example', 'cafe.example']],
    ['sort=name', ['cafe.example', 'rain.example', 'new.example']],
    ['sort=name&order=desc', ['new.example', 'rain.example', 'cafe.example']],
    ['order=asc', ['new.example', 'cafe.example', 'rain.example']],
    ['sort=verified_at', ['cafe.example', 'rain.example', 'new.example']],
    ['sort=verified_at&order=asc', ['cafe.example', 'rain.example', 'new.example']],
    ['limit=1&offset=1', ['cafe.example']],
    ['offset=9', []],
  ])('match %s', (search, ids) => {
    expect(found(search)).toEqual(ids);
  });
});

describe('q', () => {
  test.each([
    ['rain', ['rain.example']],
    ['RAIN', ['rain.example']],
    ['radar', ['rain.example', 'new.example']],
    ['forec', ['rain.example']],
    ['orecas', []],
    ['forcast', ['rain.example']],
    ['froecast', ['rain.example']],
    ['xorecast', ['rain.example']],
    ['cafe', ['cafe.example']],
    ['CAFÉ', ['cafe.example']],
    ['strasse', ['cafe.example']],
    ['ΝΑΟΣ', ['cafe.example']],
    ['finder coffee', ['cafe.example']],
    ['finder rain', ['cafe.example', 'rain.example']],
    ['rain rain rain', ['rain.example']],
    ['c++', ['new.example']],
    ['++', ['new.example']],
    ['r_d', []],
    ['radar_v2', ['new.example', 'rain.example']],
    ['now, with a', ['rain.example']],
    ['nothingofthekind', []],
    ['rain&status=withdrawn,verified', ['moved.example', 'rain.example']],
  ])('matches %s', (q, ids) => {
    const [text = '', more] = q.split('&');
    expect(found(`q=${encodeURIComponent(text)}${more ? `&${more}` : ''}`).sort()).toEqual([...ids].sort());
  });

  test('ranks matches in the name above matches in the description', () => {
    expect(found('q=radar')).toEqual(['rain.example', 'new.example']);
  });
});

test('counts all matches regardless of the page', () => {
  expect(engine.search(query('limit=1&offset=1'))).toMatchObject({ total: 3 });
});

function found(search: string): string[] {
  const { rows } = engine.search(query(search)) as Matches;
  return parseRowTexts(rows).map(row => row.id);
}

/** One check, and whether an endpoint responded in it. */
function observedOn([checks, responding_checks]: readonly [number, number]) {
  const observed = {
    responding: responding_checks > 0,
    endpoints_probed: 1,
    endpoints_responding: responding_checks,
    last_responded_at: null,
    response_ms: null,
    warnings: [],
  };
  return { observed, results: [{ date: '2026-11-20', outcome: 'passed', ms: 20, checks, responding_checks }] } as const;
}

function query(search: string) {
  const result = readParameters(new URLSearchParams(search));
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}
