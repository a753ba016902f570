import type { ExportIndex } from '#listing/export/export.ts';
import type { Signed } from '#listing/export/export-signature.ts';
import { isOlder } from './verified-exports.ts';

export interface FreshnessRules {
  /** The current time in milliseconds since 1970. */
  readonly now: number;
  /** The maximum age of the newest data in milliseconds; undefined for any age. */
  readonly maxAge: number | undefined;
  /** The `generated_at` of the newest verified export; undefined before the first one. */
  readonly last: string | undefined;
}

/**
 * Returns the errors of the age of a signed export. The signature of an old export is valid too, so the operator of a
 * mirror could keep serving it, or return to it.
 */
export function findFreshnessErrors(
  { generated_at }: ExportIndex,
  { expires_at }: Pick<Signed, 'expires_at'>,
  { now, maxAge, last }: FreshnessRules,
): string[] {
  const errors: string[] = [];
  if (Date.parse(expires_at) <= now) errors.push(`The signature expired at ${expires_at}.`);
  if (last !== undefined && (generated_at === null || isOlder(generated_at, last)))
    errors.push(
      `The export (${generated_at ?? 'no date'}) is older than the last verified one (${last}). If the registry restored a backup, use --accept-older.`,
    );
  if (maxAge !== undefined && (generated_at === null || now - Date.parse(generated_at) > maxAge))
    errors.push(`The newest data (${generated_at ?? 'no date'}) is older than --max-age.`);
  return errors;
}
