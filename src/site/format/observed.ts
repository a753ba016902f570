import type { Row } from '#contract/row.ts';

/** The results of the last check of a listing's endpoints. All null, zero, or empty until the first check. */
export interface ObservedFacts {
  /** Whether at least one endpoint responded. Null if no check was conclusive. */
  readonly responding: boolean | null;
  readonly last_responded_at: string | null;
  /** The percentage of checks of the last 90 days in which an endpoint responded. Null without checks. */
  readonly uptime_90d: number | null;
  readonly response_ms: number | null;
  /** Contradictions between the manifest and the live API. */
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
}

const UNOBSERVED: ObservedFacts = {
  responding: null,
  last_responded_at: null,
  uptime_90d: null,
  response_ms: null,
  warnings: [],
};

/** The members of a row that older registries and static mirrors do not send. */
interface LaterMembers {
  readonly observed?: ObservedFacts;
  readonly costs_nothing?: boolean;
  readonly free_tier?: boolean;
}

/** Returns the observed facts of a row. Every page and script reads them here. */
export function readObserved(row: Row): ObservedFacts {
  return (row as LaterMembers).observed ?? UNOBSERVED;
}

/** Formats the price of a row in one or two words: `Free`, `Free tier`, `Paid`, or `Price not stated`. */
export function formatPriceTag(row: Row): string {
  const { costs_nothing, free_tier } = row as LaterMembers;
  if (costs_nothing ?? (row.pricing_model === 'free' && row.payment_model === null)) return 'Free';
  if (free_tier ?? row.pricing_model === 'freemium') return 'Free tier';
  return row.pricing_model === 'unknown' && row.payment_model === null ? 'Price not stated' : 'Paid';
}

/** Formats the credentials of a row in two words. `optional`: whether the API also accepts credentials, if known. */
export function formatKeyTag({ auth_required }: Pick<Row, 'auth_required'>, optional = false): string {
  if (auth_required) return 'Key required';
  return optional ? 'Key optional' : 'No key';
}

/** Formats an uptime: `99.97%`. Truncates, so that only a perfect record is 100%. */
export function formatUptime(percent: number): string {
  return `${Math.floor(percent * 100) / 100}%`;
}

/** The live state of a listing for its pill. Undefined if no check was conclusive. */
export function getLiveState(row: Row): { readonly look: string; readonly text: string } | undefined {
  const { responding } = readObserved(row);
  if (responding === null) return undefined;
  return responding ? { look: 'responding', text: 'Responding' } : { look: 'failing', text: 'Not responding' };
}
