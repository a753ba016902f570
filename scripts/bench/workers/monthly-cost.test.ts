import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { monthlyCost } from './monthly-cost.ts';
import { workerShare } from './worker-share.ts';

/** The load of the guide: `cpuMs` is the figure "CPU time per query" of the benchmark with 10,000 listings. */
const LOAD = { requestsPerSecond: 100, workerShare: 1, cpuMs: 1.3, logShare: 0.1 };

test('adds the prices above the included amounts', () => {
  expect(monthlyCost({ ...LOAD, requestsPerSecond: 1 })).toBe(5);
  // 259.2 million requests: 249.2 x 0.30 + 306.96 x 0.02 + 5.92 x 0.60 + 5.
  expect(monthlyCost(LOAD)).toBeCloseTo(89.4512, 6);
});

test('the table of the operator guide has the results of the formula', async () => {
  const guide = await readFile('src/site/docs/self-hosting.md', 'utf8');
  const rows = [...guide.matchAll(/^\| (\d+)% \| ([\d.]+) million \| \$([\d.]+) \| \$([\d.]+) \|/gm)];
  expect(rows.map(([, share]) => Number(share))).toEqual([100, 25, 10, 0]);
  for (const [, share, requests, sampled, all] of rows) {
    const load = { ...LOAD, workerShare: Number(share) / 100 };
    expect(Number(requests)).toBeCloseTo((259.2 * Number(share)) / 100, 1);
    expect(Number(sampled)).toBeCloseTo(monthlyCost(load), 2);
    expect(Number(all)).toBeCloseTo(monthlyCost({ ...load, logShare: 1 }), 2);
  }
});

test('the guide and the configuration have the measured share and the log rate of the table', async () => {
  expect(await workerShare()).toBeCloseTo(0.25, 10);
  const configuration = await readFile('wrangler.jsonc', 'utf8');
  expect(configuration).toContain(`"head_sampling_rate": ${LOAD.logShare}`);
});
