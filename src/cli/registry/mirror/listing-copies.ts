import { RegistryError } from '#client/registry-error.ts';
import { type Connection, readBytes, sendRequest } from '#client/send-request.ts';
import { isFileName, type MirrorFolder } from './mirror-folder.ts';

/** Updates the listings of a mirror. */
export class ListingCopies {
  readonly ids: Set<string>;
  /** The ETags from the registry by id. */
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

  /** Fetches listings with limited concurrency, and deletes those that the registry no longer has. */
  async refresh(ids: Iterable<string>, onDone: () => void = () => {}): Promise<void> {
    const queue = Iterator.from(ids);
    const worker = async () => {
      for (const id of queue) {
        await this.#refreshOne(id);
        onDone();
      }
    };
    const outcomes = await Promise.allSettled(Array.from({ length: MAX_CONCURRENCY }, worker));
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  }

  /** Fetches listings whole, even if their ETags have not changed. */
  async fetchAgain(ids: Iterable<string>): Promise<void> {
    const all = [...ids];
    for (const id of all) delete this.etags[id];
    await this.refresh(all);
  }

  async #refreshOne(id: string): Promise<void> {
    if (!isFileName(id)) throw new RegistryError(`The registry returned an invalid listing id: "${id}".`);
    const response = await this.#fetch(id);
    if (!response) return this.#remove(id);
    if (response.status === 304) return;
    const bytes = await readBytes(this.#connection, response, this.#signal);
    await this.#folder.write(`listings/${id}.json`, bytes);
    const etag = response.headers.get('ETag');
    if (etag === null) delete this.etags[id];
    else this.etags[id] = etag;
    this.ids.add(id);
    this.written += 1;
  }

  /** Returns undefined for an unknown listing. */
  async #fetch(id: string): Promise<Response | undefined> {
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

const MAX_CONCURRENCY = 8;
