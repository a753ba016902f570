import { expect } from 'vitest';
import type { Engine } from '../engine.ts';
import type { Entry } from '../entry.ts';
import { readParameters } from '../parameters.ts';
import type { Query } from '../query.ts';
import { joinRowTexts } from '../row-text.ts';

/** The values of random queries. Each parameter occurs in one of five queries. */
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  category: ['weather', 'finance,weather', 'computing', 'logistics,weather,other', 'other'],
  primary_category: ['live', 'reference', 'transactional'],
  pricing_model: ['free', 'tiered', 'unknown', 'per-query'],
  payment_model: ['per_request', 'free', 'subscription'],
  payment_currency: ['USD', 'EUR', 'x-credits', 'GBP'],
  settlement_type: ['real_time', 'postpaid_cycle'],
  supports_spend_cap: ['true', 'false'],
  free_only: ['true', 'false'],
  free_tier: ['true', 'false'],
  price: ['free', 'free_tier', 'paid', 'free,free_tier', 'paid,unknown'],
  responding: ['true', 'false'],
  auth_required: ['true', 'false'],
  authentication: ['none', 'optional', 'none,optional', 'required'],
  maintained_by: ['community', 'organization', 'individual'],
  badges: ['auth-verified', 'auth-verified,payment-ready', 'payment-ready'],
  source: ['publisher', 'documentation', 'publisher,documentation'],
  status: ['verified', 'unverified', 'lapsed,withdrawn', 'verified,unverified,lapsed,withdrawn'],
  updated_since: ['2026-02-01T00:00:00Z', '2026-06-01T12:00:00Z', '2030-01-01T00:00:00Z'],
  sort: ['name', 'created_at', 'verified_at', 'uptime'],
  order: ['asc', 'desc'],
  limit: ['1', '7', '100', '500'],
  offset: ['0', '3', '99', '1400', '100000'],
};

/** Returns some of the parameters with random values. */
export function randomSearch(random: () => number, parameters: readonly string[] = Object.keys(CHOICES)) {
  const search = new URLSearchParams();
  for (const parameter of parameters) {
    const values = CHOICES[parameter] ?? [];
    if (random() < 0.2) search.set(parameter, values[Math.floor(random() * values.length)] ?? '');
  }
  return search;
}

/** Returns one to three words of a listing: whole, truncated, or with a typo. */
export function randomSearchQuery(entries: readonly Entry[], random: () => number): string {
  const { row } = entries[Math.floor(random() * entries.length)] ?? { row: { name: 'rain', description: 'rain' } };
  const words = `${row.name} ${row.description}`.split(/\s+/);
  const wanted = Array.from(
    { length: 1 + Math.floor(random() * 3) },
    () => words[Math.floor(random() * words.length)] ?? '',
  );
  return (
    wanted
      .map(word => mistyped(word, random))
      .join(' ')
      .trim() || 'rain'
  );
}

/** Expects the response of one engine to equal that of another, byte for byte. */
export async function expectSame(engine: Engine, oracle: Engine, search: URLSearchParams): Promise<void> {
  const query = parseQueryString(search);
  const { rows: foundRows, ...found } = await engine.search(query);
  const { rows: oracleRows, ...expected } = await oracle.search(query);
  expect(found, String(search)).toEqual(expected);
  const [rows, expectedRows] = [joinRowTexts(foundRows), joinRowTexts(oracleRows)];
  if (Buffer.compare(rows, expectedRows) !== 0) {
    expect(new TextDecoder().decode(rows), String(search)).toBe(new TextDecoder().decode(expectedRows));
  }
}

/** Parses valid parameters to a query. */
export function parseQueryString(search: URLSearchParams): Query {
  const result = readParameters(search);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

function mistyped(word: string, random: () => number): string {
  const at = Math.floor(random() * word.length);
  if (random() < 0.4) return word;
  if (random() < 0.3) return word.slice(0, Math.max(3, at));
  return random() < 0.5 ? word.slice(0, at) + word.slice(at + 1) : `${word.slice(0, at)}x${word.slice(at)}`;
}
