import { RegistryError } from '#client/registry-error.ts';
import { type Connection, sendRequest } from '#client/send-request.ts';
import { isFileName, type MirrorFolder } from './mirror-folder.ts';

/** The listings of a mirror, each of which can be brought up to date. */
export class ListingCopies {
  readonly ids: Set<string>;
  /** As the registry gave them, by id. */
  readonly etags: Record<string, string>;
  written = 0;
  removed = 0;
  readonly #connection: Connection;
  readonly #folder: MirrorFolder;
  readonly #signal: AbortSignal;

  constructor(connection: Connection, folder: MirrorFolder, signal: AbortSignal) {
    this.ids = new Set(folder.ids);
    this.etags = { ...folder.state.etags };
    this.#connection = connection;
    this.#folder = folder;
    this.#signal = signal;
  }

  /** Fetches listings, a few at a time, so that a registry is not flooded; those that it does not have are removed. */
  async refresh(ids: Iterable<string>, onDone: () => void = () => {}): Promise<void> {
    const waiting = Iterator.from(ids);
    const worker = async () => {
      for (const id of waiting) {
        await this.#refreshOne(id);
        onDone();
      }
    };
    const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }

  async #refreshOne(id: string): Promise<void> {
    if (!isFileName(id)) throw new RegistryError(`The registry has a listing "${id}", which is no id of an origin.`);
    const response = await this.#answer(id);
    if (!response) return this.#remove(id);
    if (response.status === 304) return;
    await this.#folder.write(`listings/${id}.json`, new Uint8Array(await response.arrayBuffer()));
    const etag = response.headers.get('ETag');
    if (etag === null) delete this.etags[id];
    else this.etags[id] = etag;
    this.ids.add(id);
    this.written += 1;
  }

  /** Undefined when there is no such listing. */
  async #answer(id: string): Promise<Response | undefined> {
    const known = this.etags[id];
    const headers = known === undefined ? undefined : { 'If-None-Match': known };
    const path = `/listings/${encodeURIComponent(id)}`;
    try {
      return await sendRequest(this.#connection, { path, headers, signal: this.#signal });
    } catch (error) {
      if (error instanceof RegistryError && error.status === 404) return undefined;
      throw error;
    }
  }

  async #remove(id: string): Promise<void> {
    await this.#folder.remove(`listings/${id}.json`);
    delete this.etags[id];
    if (this.ids.delete(id)) this.removed += 1;
  }
}

const AT_ONCE = 8;
