import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { PublicKey } from '#listing/export/export-signature.ts';
import { isTimestamp } from '#listing/time/timestamp.ts';
import { createFolder } from '#store/create-folder.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** The newest verified `generated_at` by key id. */
type LastVerified = Readonly<Record<string, string>>;

/** The record of verified exports. It is outside the mirror, so an attacker who replaces the mirror cannot replace it. */
export interface VerifiedExports {
  /** Returns the newest `generated_at` verified with one of these keys; undefined before the first one. */
  getLast(keys: readonly PublicKey[]): string | undefined;
  /**
   * Saves the `generated_at` of a verified export.
   * @param resetKeys keys whose earlier entries are deleted
   * @throws RangeError if the file cannot be written
   */
  save(kid: string, generatedAt: string, resetKeys?: readonly PublicKey[]): Promise<void>;
}

/**
 * Opens the record of verified exports. It identifies a registry by its keys: mirrors have no URL, and a registry keeps
 * its old keys published during a rotation.
 *
 * @throws RangeError if the file cannot be read, since a rollback would pass without it
 */
export async function openVerifiedExports(file: string): Promise<VerifiedExports> {
  let entries = await readEntries(file);
  return {
    getLast: keys =>
      keys
        .flatMap(({ kid }) => entries[kid] ?? [])
        .reduce<string | undefined>(
          (last, each) => (last === undefined || isOlder(last, each) ? each : last),
          undefined,
        ),
    async save(kid, generatedAt, resetKeys = []) {
      const kept = Object.entries(entries).filter(([each]) => !resetKeys.some(key => key.kid === each));
      entries = { ...Object.fromEntries(kept), [kid]: generatedAt };
      const temporary = `${file}.${randomUUID()}`;
      try {
        createFolder(path.dirname(file));
        await writeFile(temporary, `${JSON.stringify(entries, null, 2)}\n`);
        await rename(temporary, file);
      } catch (cause) {
        throw new RangeError(
          `Cannot write ${file}, so a later rollback would pass. Choose another file with --state.`,
          {
            cause,
          },
        );
      }
    },
  };
}

/** Returns the default for `--state`: a file in XDG_STATE_HOME, or in the state folder of the platform. */
export function getDefaultStateFile({ environment }: Pick<Terminal, 'environment'>): string | undefined {
  const { XDG_STATE_HOME, LOCALAPPDATA, HOME, USERPROFILE } = environment;
  const home = HOME || USERPROFILE;
  const folder = XDG_STATE_HOME || LOCALAPPDATA || (home && path.join(home, '.local', 'state'));
  return folder ? path.join(folder, 'api-manifest', 'verified-exports.json') : undefined;
}

/** Whether a timestamp is before another one. */
export function isOlder(timestamp: string, other: string): boolean {
  return Date.parse(timestamp) < Date.parse(other);
}

async function readEntries(file: string): Promise<LastVerified> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw new RangeError(`Cannot read ${file} (${error.code}), so a rollback would pass.`);
  });
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && Object.values(value).every(isTimestamp))
      return value as LastVerified;
  } catch {
    // Reported below.
  }
  throw new RangeError(`${file} is damaged. Delete it to verify without the record of earlier runs.`);
}
