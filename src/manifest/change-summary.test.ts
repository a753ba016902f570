import { describe, expect, test } from 'vitest';
import { summarizeDiff } from './change-summary.ts';
import { editManifest } from './diff/edit-manifest.fixture.ts';
import { richManifest } from './diff/full-manifest.fixture.ts';

const rich = richManifest();

describe('a summary', () => {
  test('describes the changes, breaking ones first', () => {
    const after = editManifest(
      rich,
      ['/version', '1.3.0'],
      ['/homepage', undefined],
      ['/endpoints/1', undefined],
      ['/payment/rates/0/price', '0.02'],
    );
    expect(summarizeDiff(rich, after)).toBe(
      '1.2.0 → 1.3.0: endpoint GET /v1/harbors removed; price of request 0.01 → 0.02 USD; homepage removed',
    );
  });

  test('lists at most five changes and counts the rest', () => {
    const [one = expect.fail('has endpoints')] = rich.endpoints;
    const endpoints = (count: number) => [
      ...rich.endpoints,
      ...Array.from({ length: count }, (_, at) => ({ ...one, path: `/${at}` })),
    ];
    const told =
      'endpoint GET /0 added; endpoint GET /1 added; endpoint GET /2 added; endpoint GET /3 added; endpoint GET /4 added';
    expect(summarizeDiff(rich, editManifest(rich, ['/endpoints', endpoints(5)]))).toBe(`1.2.0: ${told}`);
    expect(summarizeDiff(rich, editManifest(rich, ['/endpoints', endpoints(6)]))).toBe(
      `1.2.0: ${told}; and 1 more change`,
    );
    expect(summarizeDiff(rich, editManifest(rich, ['/endpoints', endpoints(17)]))).toBe(
      `1.2.0: ${told}; and 12 more changes`,
    );
  });

  test('describes a version change alone, and no change at all', () => {
    expect(summarizeDiff(rich, editManifest(rich, ['/version', '1.2.1']))).toBe('1.2.0 → 1.2.1');
    expect(summarizeDiff(rich, editManifest(rich, ['/last_updated', '2027-01-01T00:00:00Z']))).toBe(
      '1.2.0: no changes',
    );
  });

  test('stays short and harmless for hostile text', () => {
    const hostile = `/\n\nfixes #1 @all [skip ci] <img src=x> ${'x'.repeat(100_000)}`;
    const parameter = { name: hostile, type: hostile, required: true, description: hostile };
    const after = editManifest(
      rich,
      ['/version', `1.2.0-${'a'.repeat(100_000)}`],
      ['/name', hostile],
      ['/endpoints/0/path', hostile],
      ['/endpoints/1/parameters', Array.from({ length: 9 }, () => parameter)],
      ['/payment/rates/0/unit', hostile],
    );
    const text = summarizeDiff(rich, after);
    expect(text.length).toBeLessThan(800);
    expect(text).not.toMatch(/[\n\r<>]|@all|#1|\[skip/);
  });
});
