import { isOlder } from '../verify/verified-exports.ts';

/** The registry returned data that is older than that of the last run, so a mirror of it would lose changes. */
export class RollbackError extends Error {
  override readonly name = 'RollbackError';
}

/**
 * Rejects data that is older than the last data seen, as `verify` does.
 *
 * @param subject what is older, for the message
 * @param last the newest `generated_at` seen; null or undefined before the first one
 * @throws RollbackError
 */
export function rejectOlder(subject: string, generatedAt: string | null | undefined, last: string | null | undefined) {
  if (!last || (generatedAt && !isOlder(generatedAt, last))) return;
  throw new RollbackError(
    `The ${subject} (${generatedAt ?? 'no date'}) is older than that of the last run (${last}). The mirror keeps its files. If the registry restored a backup, use --accept-older.`,
  );
}
