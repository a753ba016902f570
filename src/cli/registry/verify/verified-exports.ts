import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { PublicKey } from '#listing/export/export-signature.ts';
import { isTimestamp } from '#listing/timestamp.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** The newest data of a verified export, by the key that signed it. */
type LastVerified = Readonly<Record<string, string>>;

/** What earlier runs verified, outside of the mirror, so that whoever replaces the mirror cannot replace it. */
export interface VerifiedExports {
  /** The newest `generated_at` that was verified with any of these keys; undefined before the first. */
  last(keys: readonly PublicKey[]): string | undefined;
  /**
   * @param forgotten keys of which nothing is remembered any more
   * @throws RangeError when it cannot be written
   */
  remember(kid: string, generatedAt: string, forgotten?: readonly PublicKey[]): Promise<void>;
}

/**
 * Opens the file of what was verified. Exports are told apart by their keys, not by an address: mirrors have none, and a
 * registry keeps its old keys published while it rotates them.
 *
 * @throws RangeError when the file cannot be read: without it, a rollback would pass
 */
export async function openVerifiedExports(file: string): Promise<VerifiedExports> {
  let known = await readKnown(file);
  return {
    last: keys =>
      keys
        .flatMap(({ kid }) => known[kid] ?? [])
        .reduce<string | undefined>(
          (last, each) => (last === undefined || isOlder(last, each) ? each : last),
          undefined,
        ),
    async remember(kid, generatedAt, forgotten = []) {
      const kept = Object.entries(known).filter(([each]) => !forgotten.some(key => key.kid === each));
      known = { ...Object.fromEntries(kept), [kid]: generatedAt };
      const draft = `${file}.${randomUUID()}`;
      try {
        await mkdir(path.dirname(file), { recursive: true });
        await writeFile(draft, `${JSON.stringify(known, null, 2)}\n`);
        await rename(draft, file);
      } catch (cause) {
        throw new RangeError(`${file} cannot be written, so a later rollback would pass. Name another with --state.`, {
          cause,
        });
      }
    },
  };
}

/** Where the file is unless `--state` names one: XDG_STATE_HOME, else the folder that the system has for this. */
export function defaultStateFile({ environment }: Pick<Terminal, 'environment'>): string | undefined {
  const { XDG_STATE_HOME, LOCALAPPDATA, HOME, USERPROFILE } = environment;
  const home = HOME || USERPROFILE;
  const folder = XDG_STATE_HOME || LOCALAPPDATA || (home && path.join(home, '.local', 'state'));
  return folder ? path.join(folder, 'api-manifest', 'verified-exports.json') : undefined;
}

/** Whether a moment is before another one. */
export function isOlder(moment: string, than: string): boolean {
  return Date.parse(moment) < Date.parse(than);
}

async function readKnown(file: string): Promise<LastVerified> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw new RangeError(`${file} cannot be read (${error.code}), so a rollback would pass.`);
  });
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && Object.values(value).every(isTimestamp))
      return value as LastVerified;
  } catch {
    // Told below.
  }
  throw new RangeError(`${file} is damaged. Remove it to verify without what earlier runs saw.`);
}
