import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import measurement from '#site/docs/performance.json' with { type: 'json' };
import type { Figure } from '#site/performance/measurement.ts';
import { PART_TEXTS } from '#site/performance/part-texts.ts';
import { PARTS } from './parts.ts';
import { TARGETS } from './targets.ts';

const figures = measurement.parts.flatMap((part): readonly Figure[] => part.figures);

/** A new figure has its target on the page from the next measurement on. */
const measured = TARGETS.filter(([name, baseline]) =>
  figures.some(figure => figure.name === name && figure.beside?.name === baseline),
);

test.each(measured)('shows "%s" compared with %s and its target of %d', (name, baseline, ratio) => {
  const found = figures.find(figure => figure.name === name && figure.beside?.name === baseline);
  expect(found?.aim).toBe(ratio);
});

test('shows no other target', () => {
  expect(figures.filter(figure => figure.aim !== undefined)).toHaveLength(measured.length);
});

test('has a section for each part of the benchmark', () => {
  expect(Object.keys(PART_TEXTS).sort()).toEqual(Object.keys(PARTS).sort());
});

test('names an existing command in the README and on the page', async () => {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8'));
  expect(scripts.bench).toBe('node scripts/bench.ts');
  const readme = await readFile('README.md', 'utf8');
  expect(readme).toMatch(/^\| `npm run bench` \| .*`\/docs\/performance\/` is made from it \|$/m);
  const page = await readFile('src/site/docs/performance.md', 'utf8');
  const named = /^npm run bench -- --quick (.+)$/m.exec(page)?.[1]?.split(' ') ?? [];
  expect(named.length).toBeGreaterThan(0);
  expect(Object.keys(PARTS)).toEqual(expect.arrayContaining(named));
});
