import { formatMeasured } from '#site/numbers.ts';

/** One measurement: what was measured, what it came to, and beside what. Ratios hold on other machines; seconds do not. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** What `value` is compared with, measured in the same run. */
  readonly beside?: { readonly name: string; readonly value: number };
  /** `value` over `beside`, or its inverse where less is better: above 1 is better. */
  readonly ratio?: number;
  /** The ratio that is aimed at. */
  readonly aim?: number;
}

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
