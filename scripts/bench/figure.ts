import { formatMeasured } from '#site/format/numbers.ts';
import type { Figure } from '#site/performance/measurement.ts';

export type { Figure };

/** How to measure. */
export interface BenchOptions {
  /** A file of lines `{"origin","manifest"}` to measure with. */
  readonly from?: string;
  /** Rather soon than thoroughly. */
  readonly quick: boolean;
  /** How many listings to build; without it, so many as do not take long. */
  readonly listings?: number;
}

/** A figure where more is better, such as a rate. */
export function rate(
  name: string,
  unit: string,
  value: number,
  beside?: { readonly name: string; readonly value: number },
): Figure {
  return { name, unit, value, ...(beside && { beside, ratio: value / beside.value }) };
}

/** A figure where less is better, such as a time. */
export function cost(
  name: string,
  unit: string,
  value: number,
  beside?: { readonly name: string; readonly value: number },
): Figure {
  return { name, unit, value, ...(beside && { beside, ratio: beside.value / value }) };
}

/** Figures as a table for people. */
export function table(figures: readonly Figure[]): string {
  const rows = figures.map(({ name, value, unit, beside, ratio, aim }) => [
    name,
    `${formatMeasured(value)} ${unit}`,
    beside ? `${formatMeasured(beside.value)} ${unit} (${beside.name})` : '',
    ratio === undefined ? '' : `${formatMeasured(ratio)}x`,
    aim === undefined ? '' : `${formatMeasured(aim)}x${(ratio ?? 0) >= aim ? '' : ' (not reached)'}`,
  ]);
  const all = [['what', 'measured', 'beside', 'ratio', 'aim'], ...rows];
  const widths = [0, 1, 2, 3, 4].map(column => Math.max(...all.map(row => row[column]?.length ?? 0)));
  return all
    .map(row =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
