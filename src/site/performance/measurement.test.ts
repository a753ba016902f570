import { describe, expect, test } from 'vitest';
import committed from '../docs/performance.json' with { type: 'json' };
import type { Figure, Measurement } from './measurement.ts';
import { isReached } from './measurement.ts';
import { formatConditions, formatTargets, getBenchmarkSections, measurementMarkdown } from './measurement-text.ts';
import { PART_TEXTS } from './part-texts.ts';
import { rangeGroups } from './ranges.ts';

const faster: Figure = { name: 'a, p50', value: 2, unit: 'ms', beside: { name: 'peer', value: 8 }, ratio: 4, aim: 3 };
const slower: Figure = { ...faster, name: 'a, p99', value: 9, beside: { name: 'peer', value: 18 }, ratio: 2 };
const part = {
  name: 'query',
  date: '2026-11-21T07:30:00.000Z',
  commit: '0123456789abcdef0123456789abcdef01234567',
  quick: true,
  load: { before: 1.5, after: 2 },
  figures: [faster, slower],
};
const measurement: Measurement = {
  machine: { cpu: 'Abacus', cores: 4, memory_gb: 8, platform: 'linux x64', node: 'v24.0.0' },
  parts: [part],
};

test('reaches a target with an equal or higher ratio', () => {
  expect([faster, slower, { ...faster, ratio: 3 }, { name: 'b', value: 1, unit: 's' }].map(isReached)).toEqual([
    true,
    false,
    true,
    undefined,
  ]);
  expect(formatTargets(measurement)).toBe('1 of 2 targets are met.');
});

test('describes the conditions of a part', () => {
  expect(formatConditions(part)).toBe(
    'Measured on 21 November 2026, 07:30 UTC at commit 0123456789, in quick mode; load average 1.5 before, 2 after.',
  );
});

describe('ranges', () => {
  test('appear next to those of the baselines, with the median of several comparisons', () => {
    const again = [faster, slower].map(figure => ({
      ...figure,
      value: figure.value + 2,
      beside: { name: 'other', value: 100 },
    }));
    expect(rangeGroups([...part.figures, ...again])).toEqual([
      {
        title: 'a',
        unit: 'ms',
        ranges: [
          { title: 'this registry', p50: 3, p99: 10 },
          { title: 'peer', p50: 8, p99: 18 },
          { title: 'other', p50: 100, p99: 100 },
        ],
      },
    ]);
  });

  test('appear together without a baseline', () => {
    const alone = ['load, read', 'load, query'].flatMap(name => [
      { name: `${name}, p50`, value: 1, unit: 'ms' },
      { name: `${name}, p99`, value: 2, unit: 'ms' },
    ]);
    expect(rangeGroups(alone).map(({ ranges }) => ranges.map(({ title }) => title))).toEqual([['read', 'query']]);
  });
});

describe('the committed measurement', () => {
  test('has a text for each part and a part for each text', () => {
    expect(getBenchmarkSections(committed).map(({ name }) => name)).toEqual(Object.keys(PART_TEXTS));
    expect(committed.parts).toHaveLength(Object.keys(PART_TEXTS).length);
  });

  test('contains ratios that match its figures', () => {
    for (const { name, value, beside, ratio } of committed.parts.flatMap(({ figures }): readonly Figure[] => figures)) {
      if (beside === undefined) continue;
      const [more, less] = [value / beside.value, beside.value / value];
      expect(Math.min(Math.abs((ratio ?? 0) - more), Math.abs((ratio ?? 0) - less)), name).toBeLessThan(1e-9);
    }
  });

  test('appears in full in the Markdown', () => {
    const markdown = measurementMarkdown(committed);
    const figures = committed.parts.flatMap(each => each.figures);
    for (const { name } of figures) expect(markdown).toContain(`| ${name} | `);
  });
});
