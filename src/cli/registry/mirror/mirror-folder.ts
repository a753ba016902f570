import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** How far a mirror has come. */
export interface MirrorState {
  /** The registry that it is of. */
  readonly registry: string;
  /** The moment of the newest data that it surely has; null before the first complete run. */
  readonly generated_at: string | null;
  /** The ETag of each listing as it was fetched, by id. */
  readonly etags: Readonly<Record<string, string>>;
}

/** A folder that mirrors a registry: `listings/<id>.json`, `export/…`, and in `mirror.json` how far it has come. */
export interface MirrorFolder {
  readonly state: MirrorState;
  /** The ids of the listings that it holds. */
  readonly ids: ReadonlySet<string>;
  save(state: MirrorState): Promise<void>;
  read(file: string): Promise<Uint8Array | undefined>;
  /** Writes a file in one step: whoever reads sees the old bytes or the new ones, also after a crash. */
  write(file: string, bytes: Uint8Array): Promise<void>;
  remove(file: string): Promise<void>;
}

/** Opens a folder as the mirror of a registry, or says why it cannot be that. */
export async function openMirror(
  folder: string,
  registry: string,
): Promise<MirrorFolder | { readonly refusal: string }> {
  const names = await namesIn(folder);
  const text = names.includes(STATE) ? await readFile(path.join(folder, STATE), 'utf8') : undefined;
  if (text === undefined && names.length > 0)
    return { refusal: `${folder} holds other things, and is no mirror; name a folder that is empty or new.` };
  const state = text === undefined ? { registry, generated_at: null, etags: {} } : stateIn(text);
  if (!state) return { refusal: `${path.join(folder, STATE)} is broken; remove it and the mirror starts anew.` };
  if (state.registry !== registry) return { refusal: `${folder} mirrors ${state.registry}, not ${registry}.` };

  const listings = path.join(folder, 'listings');
  await mkdir(listings, { recursive: true });
  // From here on it is known for a mirror, however early the first run is stopped.
  if (text === undefined) await writeWhole(path.join(folder, STATE), `${JSON.stringify(state)}\n`);
  const files = await namesIn(listings);
  for (const file of files) if (file.endsWith(UNFINISHED)) await rm(path.join(listings, file));
  const ids = new Set(files.flatMap(file => (file.endsWith('.json') ? [file.slice(0, -'.json'.length)] : [])));
  const etags = Object.fromEntries(Object.entries(state.etags).filter(([id]) => ids.has(id)));
  const at = (file: string) => path.join(folder, file);
  return {
    state: { ...state, etags },
    ids,
    save: async next => writeWhole(at(STATE), `${JSON.stringify(next)}\n`),
    read: async file => readFile(at(file)).catch(() => undefined),
    write: async (file, bytes) => writeWhole(at(file), bytes),
    remove: file => rm(at(file), { force: true }),
  };
}

/** Whether an id can be a file's name: those of a registry that means well can. */
export function isFileName(id: string): boolean {
  return /^[a-z0-9_[][a-z0-9._:[\]-]{0,250}$/.test(id);
}

const STATE = 'mirror.json';
const UNFINISHED = '.part';

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch {
    return [];
  }
}

async function writeWhole(file: string, content: string | Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file + UNFINISHED, content);
  await rename(file + UNFINISHED, file);
}

function stateIn(text: string): MirrorState | undefined {
  try {
    const state: MirrorState = JSON.parse(text);
    return typeof state.registry === 'string' && typeof state.etags === 'object' ? state : undefined;
  } catch {
    return undefined;
  }
}
