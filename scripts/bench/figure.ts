import { formatMeasured } from '#site/format/numbers.ts';
import type { Figure } from '#site/performance/measurement.ts';

export type { Figure };

/** The options of all benchmarks. */
export interface BenchOptions {
  /** A file with lines of `{"origin","manifest"}` to measure with. */
  readonly from?: string;
  /** Whether to run shorter, less precise benchmarks. */
  readonly quick: boolean;
  /** The number of listings to build. The default keeps the benchmark short. */
  readonly listings?: number;
}

/** The name of a baseline that is a fixed number. */
export const LIMIT = 'our limit';

/** Creates a figure for which more is better, such as a rate. */
export function createRate(
  name: string,
  unit: string,
  value: number,
  beside?: { readonly name: string; readonly value: number },
): Figure {
  return { name, unit, value, ...(beside && { beside, ratio: value / beside.value }) };
}

/** Creates a figure for which less is better, such as a time. */
export function createCost(
  name: string,
  unit: string,
  value: number,
  beside?: { readonly name: string; readonly value: number },
): Figure {
  return { name, unit, value, ...(beside && { beside, ratio: beside.value / value }) };
}

/** Formats figures as a table for the terminal. */
export function formatTable(figures: readonly Figure[]): string {
  const rows = figures.map(({ name, value, unit, beside, ratio, aim }) => [
    name,
    `${formatMeasured(value)} ${unit}`,
    beside ? `${formatMeasured(beside.value)} ${unit} (${beside.name})` : '',
    ratio === undefined ? '' : `${formatMeasured(ratio)}x`,
    aim === undefined ? '' : `${formatMeasured(aim)}x${(ratio ?? 0) >= aim ? '' : ' (missed)'}`,
  ]);
  const lines = [['benchmark', 'result', 'baseline', 'ratio', 'target'], ...rows];
  const widths = [0, 1, 2, 3, 4].map(column => Math.max(...lines.map(row => row[column]?.length ?? 0)));
  return lines
    .map(row =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
