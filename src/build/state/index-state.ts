import { hash } from 'node:crypto';
import { readCheckedFile, writeCheckedFile } from './checked-file.ts';

/** The content of the file, as JSON. */
interface Stored {
  /** The SHA-256 of the file that lists the files of the index. */
  readonly index: string;
  /** The ids and digests of its listings, in their order. */
  readonly ids: readonly string[];
  readonly digests: readonly string[];
}

/** Remembers in a file which listings a query index contains, so that the next build continues from that index. */
export class IndexState {
  readonly #file: string;
  readonly #key: string;

  /** @param key identifies the sources and settings that indexes depend on */
  constructor(file: string, key: string) {
    this.#file = file;
    this.#key = key;
  }

  /**
   * Returns the digest of each listing when the index was built. Undefined if the state is missing or damaged, or that of
   * another index.
   * @param indexFile the content of the file that lists the files of the index
   * @param ids of the current listings, in order
   */
  read(indexFile: Uint8Array, ids: readonly string[]): readonly string[] | undefined {
    const content = readCheckedFile(this.#file, this.#key);
    if (!content) return undefined;
    const stored: Stored = JSON.parse(content.toString());
    const isSame = stored.index === hash('sha256', indexFile) && stored.ids.join(' ') === ids.join(' ');
    return isSame ? stored.digests : undefined;
  }

  /** @param listings those of the index, in its order */
  save(indexFile: Uint8Array, listings: Iterable<{ readonly id?: string; readonly digest?: string }>): void {
    const [ids, digests]: [string[], string[]] = [[], []];
    for (const { id = '', digest = '' } of listings) {
      ids.push(id);
      digests.push(digest);
    }
    const stored: Stored = { index: hash('sha256', indexFile), ids, digests };
    writeCheckedFile(this.#file, this.#key, Buffer.from(JSON.stringify(stored)));
  }
}
