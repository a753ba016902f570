import { describe, expect, test } from 'vitest';
import { listInflections, stem } from './stem.ts';

describe('stem', () => {
  test.each([
    ['translate', 'translates', 'translating', 'translation', 'translations', 'translator'],
    ['plan', 'plans', 'planned', 'planning', 'planner'],
    ['code', 'codes', 'coded', 'coding'],
    ['price', 'prices', 'pricing'],
    ['move', 'moving', 'movement'],
    ['scrape', 'scraping', 'scraper'],
    ['call', 'calls', 'calling'],
    ['verify', 'verified', 'verification'],
    ['ship', 'shipping', 'shipment', 'shipments'],
  ])('finds one stem for the forms of "%s"', (...forms) => {
    expect(new Set(forms.map(stem)).size).toBe(1);
    for (const form of forms) expect(listInflections(stem(forms[0] ?? ''))).toContain(form);
  });

  test.each([
    ['plane', 'plan'],
    ['care', 'car'],
    ['site', 'sits'],
    ['state', 'stats'],
    ['comments', 'com'],
    ['training', 'train'],
    ['parking', 'parks'],
    ['dating', 'date'],
    ['ratings', 'rates'],
    ['speed', 'spe'],
  ])('differs for "%s" and "%s"', (word, other) => {
    expect(stem(word)).not.toBe(stem(other));
    expect(listInflections(stem(word))).not.toContain(other);
  });
});
