import type { Observed, Row } from '#contract/row.ts';
import { title } from '#manifest/taxonomy.ts';

/** Returns the observed facts of a row. Every page and script reads them here. */
export function readObserved({ observed }: Pick<Row, 'observed'>): Observed {
  return observed;
}

/** Formats the price of a row in one or two words: `Free`, `Free tier`, `Paid`, or `Price not stated`. */
export function formatPriceTag({ price }: Pick<Row, 'price'>): string {
  return title('prices', price);
}

/** Formats the credentials of a row in two words. */
export function formatKeyTag({ authentication }: Pick<Row, 'authentication'>): string {
  return title('authentication', authentication);
}

/** An uptime with fewer checks is a sample, not a percentage. One check a day takes a week. */
export const MIN_UPTIME_CHECKS = 7;

/**
 * Formats an uptime as a value and what it is measured by: `99.97%` and `in 90 days`, or `1 of 1` and `check` before
 * there are enough checks. Truncates, so that only a perfect record is 100%. Undefined without checks.
 */
export function formatUptime({ uptime_90d, uptime_checks }: UptimeFacts): FormattedUptime | undefined {
  if (uptime_90d === null) return undefined;
  if (uptime_checks >= MIN_UPTIME_CHECKS)
    return { value: `${Math.floor(uptime_90d * 100) / 100}%`, basis: 'in 90 days' };
  const responding = Math.round((uptime_90d * uptime_checks) / 100);
  return { value: `${responding} of ${uptime_checks}`, basis: uptime_checks === 1 ? 'check' : 'checks' };
}

type UptimeFacts = Pick<Observed, 'uptime_90d' | 'uptime_checks'>;

interface FormattedUptime {
  readonly value: string;
  readonly basis: string;
}

/** Formats an uptime next to a label that has the 90 days: `99.97%`, or `1 of 1 check`. Undefined without checks. */
export function formatLabeledUptime(facts: UptimeFacts): string | undefined {
  const uptime = formatUptime(facts);
  return uptime && (facts.uptime_checks >= MIN_UPTIME_CHECKS ? uptime.value : `${uptime.value} ${uptime.basis}`);
}

/**
 * The live state of a listing for its pill, and the time at which it was observed. Undefined if no check was conclusive.
 * "Responding" is only what responded, and a listing from documentation is never verified.
 */
export function getLiveState(row: Pick<Row, 'observed' | 'source' | 'last_checked_at'>): LiveState | undefined {
  const { responding, last_responded_at } = readObserved(row);
  if (responding === null) return undefined;
  const isDocumented = row.source === 'documentation';
  if (!responding) return { look: 'failing', text: 'Not responding', at: isDocumented ? row.last_checked_at : null };
  if (!isDocumented) return { look: 'responding', text: 'Responding', at: null };
  return { look: 'responding', text: 'Responding, not verified by its publisher', at: last_responded_at };
}

interface LiveState {
  readonly look: string;
  readonly text: string;
  /** Null if the page shows the date of the checks elsewhere. */
  readonly at: string | null;
}
