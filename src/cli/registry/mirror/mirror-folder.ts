import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isObject } from '#manifest/json-object.ts';
import { failure, type Result, success } from '#manifest/result.ts';
import { createFolder } from '#store/create-folder.ts';
import { isSystemError } from '../../terminal/run-script.ts';

/** The state of a mirror between runs. */
export interface MirrorState {
  /** The URL of the registry. */
  readonly registry: string;
  /** The time up to which the mirror is complete. Null before the first complete run. */
  readonly generated_at: string | null;
  /** The start of the last complete run by the clock of the mirror. Absent before the first one, and in older mirrors. */
  readonly synced_at?: string | undefined;
  /** The ETags of the saved listings by id. */
  readonly etags: Readonly<Record<string, string>>;
}

/** A mirror of a registry: `listings/<id>.json`, `export/…`, and its state in `mirror.json`. */
export interface MirrorFolder {
  readonly state: MirrorState;
  /** The ids of the saved listings. */
  readonly ids: ReadonlySet<string>;
  save(state: MirrorState): Promise<void>;
  read(file: string): Promise<Uint8Array | undefined>;
  /** Writes a file atomically: readers get the old or the new bytes, even after a crash. */
  write(file: string, bytes: Uint8Array): Promise<void>;
  remove(file: string): Promise<void>;
  /** Lists the files below a subfolder, as paths with slashes from the folder of the mirror. */
  list(subfolder: string): Promise<string[]>;
}

/** Opens or creates the mirror of a registry. The error explains why that is not possible. */
export async function openMirror(folder: string, registry: string): Promise<Result<MirrorFolder, string>> {
  const names = await listNames(folder);
  const text = names.includes(STATE_FILE) ? await readFile(path.join(folder, STATE_FILE), 'utf8') : undefined;
  if (text === undefined && names.some(name => name !== STATE_FILE + TEMPORARY_SUFFIX))
    return failure(`${folder} has other files and is not a mirror. Choose an empty or new folder.`);
  const state = text === undefined ? { registry, generated_at: null, etags: {} } : parseState(text);
  if (!state) return failure(`${path.join(folder, STATE_FILE)} is damaged. Delete it to restart the mirror.`);
  if (state.registry !== registry) return failure(`${folder} mirrors ${state.registry}, not ${registry}.`);

  const listings = path.join(folder, 'listings');
  createFolder(folder);
  // Marks the folder as a mirror before it has other files, so that the next run resumes a first run that ended early.
  if (text === undefined) await writeAtomically(path.join(folder, STATE_FILE), `${JSON.stringify(state)}\n`);
  createFolder(listings);
  const files = await listNames(listings);
  for (const file of files) if (file.endsWith(TEMPORARY_SUFFIX)) await rm(path.join(listings, file));
  const ids = new Set(files.flatMap(file => (file.endsWith('.json') ? [file.slice(0, -'.json'.length)] : [])));
  const etags = Object.fromEntries(Object.entries(state.etags).filter(([id]) => ids.has(id)));
  const resolve = (file: string) => path.join(folder, file);
  return success({
    state: { ...state, etags },
    ids,
    save: async next => writeAtomically(resolve(STATE_FILE), `${JSON.stringify(next)}\n`),
    read: async file => readFile(resolve(file)).catch(() => undefined),
    write: async (file, bytes) => writeAtomically(resolve(file), bytes),
    remove: file => rm(resolve(file), { force: true }),
    list: async subfolder => {
      const entries = await readdir(resolve(subfolder), { recursive: true, withFileTypes: true });
      return entries
        .filter(entry => !entry.isDirectory())
        .map(entry => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'));
    },
  });
}

/** Whether an id is a safe file name. All ids of a well-behaved registry are. */
export function isFileName(id: string): boolean {
  return /^[a-z0-9_[][a-z0-9._:[\]-]{0,250}$/.test(id);
}

const STATE_FILE = 'mirror.json';
const TEMPORARY_SUFFIX = '.part';

/** Returns the names in a folder, none if it does not exist. */
async function listNames(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isSystemError(error) && error.code === 'ENOENT') return [];
    throw error;
  }
}

async function writeAtomically(file: string, content: string | Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file + TEMPORARY_SUFFIX, content);
  await rename(file + TEMPORARY_SUFFIX, file);
}

function parseState(text: string): MirrorState | undefined {
  try {
    const state: MirrorState = JSON.parse(text);
    const { registry, generated_at, synced_at = null, etags } = state;
    const hasTimes = [generated_at, synced_at].every(time => time === null || !Number.isNaN(Date.parse(time)));
    return typeof registry === 'string' && hasTimes && isObject(etags) ? state : undefined;
  } catch {
    return undefined;
  }
}
