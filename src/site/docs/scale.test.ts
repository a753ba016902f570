import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import measurement from './performance.json' with { type: 'json' };

const page = await readFile(new URL('./scale.md', import.meta.url), 'utf8');
const figures = new Map(
  (measurement.parts as readonly { figures: readonly { name: string; value: number }[] }[]).flatMap(({ figures }) =>
    figures.map(({ name, value }) => [name, value] as const),
  ),
);

/** Returns the cells of a row of the table of measured figures: for 343, 10,000, and 100,000 listings. */
function readRow(label: string): readonly string[] {
  const line = page.split('\n').find(each => each.startsWith(`| ${label} |`)) ?? '';
  return line
    .split('|')
    .slice(2, -1)
    .map(cell => cell.trim());
}

// A new measurement on another machine may differ by half before the page needs a change.
test.each([
  ['index, in memory', 'index of N listings, with rows', 1],
  ['query mix, median', 'query mix, N listings, p50', 0.001],
  ['query mix, 99th percentile', 'query mix, N listings, p99', 0.05],
  ['memory of a Worker', 'Worker with N listings, memory of the isolate, with rows', 0.5],
  [
    'CPU time of a Worker for its index and first query',
    'Worker with N listings, index loading and first query, CPU time',
    0.5,
  ],
] as const)('the row "%s" has the figures of the benchmark', (label, name, tolerance) => {
  const [, ten = '', hundred = ''] = readRow(label);
  for (const [cell, listings] of [
    [ten, '10,000'],
    [hundred, '100,000'],
  ] as const) {
    // The query mix has one figure per baseline; they are from the same rounds.
    const value = figures.get(name.replace('N', listings)) ?? Number.NaN;
    expect(Math.abs(Number.parseFloat(cell) - value), `${label}, ${listings}: ${value}`).toBeLessThanOrEqual(
      Math.max(tolerance, value / 2),
    );
  }
});

test('the rows of builds have the figures of the benchmark', () => {
  for (const [label, name] of [
    ['full build', 'full build, 10,000 listings'],
    ['build after one change', 'build after one change, 10,000 listings'],
  ] as const) {
    const value = figures.get(name) ?? Number.NaN;
    expect(Math.abs(Number.parseFloat(readRow(label)[1] ?? '') - value), label).toBeLessThanOrEqual(value / 2);
  }
});

test('the page marks unmeasured figures', () => {
  expect(page).toContain('## Only computed');
  expect(page.match(/\(computed\)/g)?.length).toBeGreaterThan(2);
});
