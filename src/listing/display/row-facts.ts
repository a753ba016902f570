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

/** Formats an uptime: `99.97%`. Truncates, so that only a perfect record is 100%. */
export function formatUptime(percent: number): string {
  // 8.2 * 100 is slightly less than 820.
  return `${Math.floor(percent * 100 + 1e-6) / 100}%`;
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
