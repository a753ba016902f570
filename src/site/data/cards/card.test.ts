import { expect, test } from 'vitest';
import type { DayResult } from '#contract/detail.ts';
import { createPublisherCard } from '../../fixtures/cards.ts';
import { rich } from '../../fixtures/full-manifest.ts';
import { thousand } from '../../fixtures/large-manifest.ts';
import { plain } from '../../fixtures/minimal-manifest.ts';
import { packResults, unpackResults } from './card.ts';

const RESULTS: readonly DayResult[] = [
  { date: '2026-11-18', outcome: 'passed', ms: 120.5 },
  { date: '2026-11-19', outcome: 'failed', ms: null },
  { date: '2026-11-20', outcome: 'inconclusive', ms: 0 },
];

test('unpacks packed results to the same values', () => {
  expect(unpackResults(packResults(RESULTS))).toEqual(RESULTS);
  expect(unpackResults(packResults([]))).toEqual([]);
});

test('survives serialization to JSON', () => {
  for (const manifest of [plain, rich, thousand]) {
    const card = createPublisherCard('https://api.example', manifest);
    expect(JSON.parse(JSON.stringify(card))).toEqual(card);
  }
});

test('counts the endpoints and their pages', () => {
  expect(createPublisherCard('https://api.example', plain)).toMatchObject({ endpoints: 1, endpointPages: 1 });
  expect(createPublisherCard('https://api.example', thousand)).toMatchObject({ endpoints: 1000 });
  expect(createPublisherCard('https://api.example', thousand).endpointPages).toBeGreaterThanOrEqual(20);
});
