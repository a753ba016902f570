import { hash } from 'node:crypto';
import { readCheckedFile, splitLine, writeCheckedFile } from './checked-file.ts';

/** The listings of an index, and what the packing of its rows depends on besides its phrases. */
export interface IndexedListings {
  /** The ids and digests of the listings, in their order. Neither contains a zero byte. */
  readonly ids: readonly string[];
  readonly digests: readonly string[];
  /** The repeated members and sentences of rows (`CommonParts`). */
  readonly members: readonly string[];
  readonly sentences: readonly string[];
}

/** The first line of the content, as JSON. The second one has the ids, and the rest the digests, because JSON is slower. */
interface Head extends Pick<IndexedListings, 'members' | 'sentences'> {
  /** The SHA-256 of the file that lists the files of the index. */
  readonly index: string;
}

/** Remembers in a file what a query index was built from, so that the next build continues from that index. */
export class IndexState {
  readonly #file: string;
  readonly #key: string;

  /** @param key identifies the sources and settings that indexes depend on */
  constructor(file: string, key: string) {
    this.#file = file;
    this.#key = key;
  }

  /**
   * Returns what the index was built from. Undefined if the state is missing or damaged, that of another index, or that of
   * other listings.
   * @param indexFile the content of the file that lists the files of the index
   * @param ids of the current listings, in order
   */
  read(indexFile: Uint8Array, ids: readonly string[]): IndexedListings | undefined {
    const [head, rest] = splitLine<Head>(readCheckedFile(this.#file, this.#key) ?? Buffer.alloc(0));
    if (head?.index !== hash('sha256', indexFile)) return undefined;
    const text = rest.toString();
    const current = `${ids.join('\0')}\n`;
    if (!text.startsWith(current)) return undefined;
    return { ids, digests: text.slice(current.length).split('\0'), members: head.members, sentences: head.sentences };
  }

  save(indexFile: Uint8Array, { ids, digests, members, sentences }: IndexedListings): void {
    const head: Head = { index: hash('sha256', indexFile), members, sentences };
    const content = `${JSON.stringify(head)}\n${ids.join('\0')}\n${digests.join('\0')}`;
    writeCheckedFile(this.#file, this.#key, Buffer.from(content));
  }
}
