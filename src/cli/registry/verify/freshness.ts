import type { ExportIndex } from '#listing/export/export.ts';
import type { Signed } from '#listing/export/export-signature.ts';
import { isOlder } from './verified-exports.ts';

export interface FreshnessRules {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The oldest that the newest data may be, in milliseconds; undefined for any age. */
  readonly maxAge: number | undefined;
  /** The `generated_at` of the newest export that was verified before; undefined for none. */
  readonly last: string | undefined;
}

/**
 * What is wrong with the age of an export whose signature holds: the signature of an old export holds, too, so whoever
 * serves a mirror could keep showing it, or go back to it.
 */
export function freshnessFaults(
  { generated_at }: ExportIndex,
  { expires_at }: Pick<Signed, 'expires_at'>,
  { now, maxAge, last }: FreshnessRules,
): string[] {
  const faults: string[] = [];
  if (Date.parse(expires_at) <= now) faults.push(`The signature expired at ${expires_at}.`);
  if (last !== undefined && (generated_at === null || isOlder(generated_at, last)))
    faults.push(
      `The export is older (${generated_at ?? 'no date'}) than one that was verified before (${last}). If the registry was restored from a backup, use --accept-older.`,
    );
  if (maxAge !== undefined && (generated_at === null || now - Date.parse(generated_at) > maxAge))
    faults.push(`The newest data is of ${generated_at ?? 'no date'}, which is older than --max-age allows.`);
  return faults;
}
