import { expect, test } from 'vitest';
import { hostingReport } from './hosting.ts';

test('reports the totals and the plans they fit', () => {
  expect(
    hostingReport([
      { files: 1, made: 1, bytes: 1_000_000, largest: 1_000_000 },
      { files: 1, made: 1, bytes: 2_500_000, largest: 2_500_000 },
    ]),
  ).toBe(
    '2 files (Cloudflare Workers, free plan 20,000: fits; paid plan 100,000: fits), 3.5 MB in total, the largest 2.5 MB (of 26.2 MB: fits)',
  );
});

test('suggests packing if there are too many files', () => {
  const report = hostingReport([{ files: 20_001, made: 0, bytes: 200_010, largest: 10 }]);
  expect(report).toContain('20,001 files');
  expect(report).toContain('free plan 20,000: too many, pack them with npm run pack; paid plan 100,000: fits');
  expect(hostingReport([{ files: 1, made: 1, bytes: 26_214_401, largest: 26_214_401 }])).toContain('too large');
});
