import type { DayResult, Detail } from '#contract/detail.ts';
import { formatPriceTag, formatUptime, getLiveState, readObserved } from '#listing/display/row-facts.ts';
import type { Endpoint } from '#manifest/manifest.ts';
import { capitalize } from '#manifest/text/capitalize.ts';
import { formatAuthentication } from '../../format/authentication.ts';
import { formatLimits } from '../../format/limits.ts';

/** One row of a comparison: a value and a note per API. */
export interface ComparedFact {
  readonly name: string;
  readonly cells: readonly ComparedCell[];
}

export interface ComparedCell {
  readonly value: string;
  readonly notes?: readonly string[];
  /** The first endpoints. */
  readonly endpoints?: readonly Endpoint[];
  /** The share of the largest value in the row, from 0 to 1. */
  readonly share?: number;
  /** The results of the last days, oldest first. */
  readonly days?: readonly DayResult[];
  /** The look of a status. */
  readonly look?: string;
}

/** Compares listings. Each row has one cell per listing, in their order. */
export function compareListings(listings: readonly Detail[]): readonly ComparedFact[] {
  const observed = listings.map(readObserved);
  const slowest = Math.max(1, ...observed.map(({ response_ms }) => response_ms ?? 0));
  const row = (name: string, cellOf: (detail: Detail, at: number) => ComparedCell): ComparedFact => ({
    name,
    cells: listings.map(cellOf),
  });
  const rows = [
    row('Status', detail => {
      const live = getLiveState(detail);
      const status = capitalize(detail.status);
      return live ? { value: live.text, look: live.look, notes: [status] } : { value: status, look: detail.status };
    }),
    row('Authentication', ({ manifest }) => ({ value: formatAuthentication(manifest.authentication) })),
    row('Price', detail => ({ value: formatPriceTag(detail), notes: describeFreeTier(detail) })),
    row('Limits', ({ manifest }) => ({ value: readLimits(manifest) ?? 'Not declared' })),
    row('Uptime, 90 days', ({ results }, at) => {
      const uptime = observed[at]?.uptime_90d ?? null;
      if (uptime === null) return { value: 'Not measured' };
      const days = results.slice(-DAYS);
      const failed = days.filter(({ outcome }) => outcome === 'failed').length;
      return {
        value: formatUptime(uptime),
        days,
        notes: [`Failed on ${failed} of ${days.length} ${days.length === 1 ? 'day' : 'days'} with results`],
      };
    }),
    row('Median response', (_, at) => {
      const ms = observed[at]?.response_ms ?? null;
      return ms === null ? { value: 'Not measured' } : { value: `${Math.round(ms)} ms`, share: ms / slowest };
    }),
    row('Endpoints', ({ manifest: { endpoints } }) => ({
      value: String(endpoints.length),
      endpoints: endpoints.slice(0, 2),
    })),
    row('Source', ({ source }) => ({
      value: source === 'publisher' ? 'Served by the publisher' : 'Written from documentation',
    })),
    row('Warnings', (_, at) => {
      const warnings = observed[at]?.warnings ?? [];
      return warnings.length === 0
        ? { value: 'None' }
        : { value: `${warnings.length} found`, notes: warnings.map(({ message }) => message) };
    }),
  ];
  return rows.filter(
    ({ name, cells }) => !/Uptime|Median/.test(name) || cells.some(cell => cell.value !== 'Not measured'),
  );
}

/** The number of days with a bar. */
const DAYS = 30;

/** Whether the cells of a row differ. */
export function hasDifferences({ cells }: ComparedFact): boolean {
  return new Set(cells.map(cell => JSON.stringify(listTexts(cell)))).size > 1;
}

/** Formats a comparison as a Markdown table. */
export function formatComparison(listings: readonly Detail[], facts: readonly ComparedFact[]): string {
  const cell = (text: string) => text.replace(/[|\\\n\r]/g, ' ');
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [
    line(['', ...listings.map(({ name, id }) => `${name} (${id})`)]),
    line(['---', ...listings.map(() => '---')]),
    ...facts.map(({ name, cells }) => line([name, ...cells.map(cell => listTexts(cell).join('; '))])),
  ].join('\n');
}

function listTexts({ value, notes = [], endpoints = [] }: ComparedCell): readonly string[] {
  return [value, ...notes, ...endpoints.map(({ method, path }) => `${method} ${path}`)];
}

function describeFreeTier({ manifest: { pricing } }: Detail): readonly string[] {
  const { queries_per_day, queries_per_month } = pricing.free_tier ?? {};
  if (typeof queries_per_day === 'number') return [`${queries_per_day.toLocaleString('en')} queries per day free`];
  if (typeof queries_per_month === 'number')
    return [`${queries_per_month.toLocaleString('en')} queries per month free`];
  return [];
}

function readLimits(manifest: Detail['manifest']): string | null {
  return manifest.spec_version === 'apimanifest-0.3' && manifest.rate_limits
    ? formatLimits(manifest.rate_limits)
    : null;
}
