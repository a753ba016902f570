import { median } from '../state/median.ts';
import type { Figure } from './measurement.ts';

/** A duration with its median (`p50`) and 99th percentile (`p99`). */
export interface Range {
  readonly title: string;
  readonly p50: number;
  readonly p99: number;
}

/** Ranges in one unit, on one scale. */
export interface RangeGroup {
  readonly title: string;
  readonly unit: string;
  readonly ranges: readonly Range[];
}

const OURS = 'this registry';

const QUANTILE = /^(.+), (p50|p99)$/;

/** Whether a figure is one end of a range. */
export function isQuantile({ name }: Figure): boolean {
  return QUANTILE.test(name);
}

/** Groups the durations: those with baselines, this registry first, and those without. */
export function rangeGroups(figures: readonly Figure[]): readonly RangeGroup[] {
  const named = Map.groupBy(figures.filter(isQuantile), ({ name }) => QUANTILE.exec(name)?.[1] ?? '');
  const compared: RangeGroup[] = [];
  const alone: Range[] = [];
  for (const [title, each] of named) {
    const ours = rangeOf(OURS, each, ({ value }) => value);
    const peers = Map.groupBy(
      each.filter(({ beside }) => beside !== undefined),
      ({ beside }) => beside?.name ?? '',
    );
    if (peers.size === 0) alone.push({ ...ours, title: title.replace(/^.*, /, '') });
    else {
      const theirs = Array.from(peers, ([peer, both]) => rangeOf(peer, both, ({ beside }) => beside?.value ?? 0));
      compared.push({ title, unit: each[0]?.unit ?? '', ranges: [ours, ...theirs] });
    }
  }
  const [unit = ''] = figures.filter(isQuantile).map(figure => figure.unit);
  return alone.length > 0 ? [...compared, { title: 'By kind of query', unit, ranges: alone }] : compared;
}

function rangeOf(title: string, figures: readonly Figure[], valueIn: (figure: Figure) => number): Range {
  const at = (quantile: string) => median(figures.filter(({ name }) => name.endsWith(quantile)).map(valueIn)) ?? 0;
  return { title, p50: at('p50'), p99: at('p99') };
}
