import { randomUUID } from 'node:crypto';
import { closeSync, fstatSync, openSync, writeSync } from 'node:fs';
import { type CardsFile, openCards } from './cards-file.ts';
import { type Contents, SUFFIXES } from './format.ts';

/** Previous contents with more unused bytes than used ones are written again, from this size on. */
const MIN_BYTES_TO_COMPACT = 64 * 1024;

/** The contents are written in chunks of about this size. */
const CHUNK_BYTES = 256 * 1024;

/** Appends to the contents of the previous cards, or writes new ones next to them. */
export class ContentsWriter {
  /** Whether it appends, so that the locations of previous cards stay valid. */
  readonly isContinued: boolean;
  readonly #file: string;
  readonly #suffix: string;
  readonly #id: string;
  #handle: number | undefined;
  #end = 0;
  #chunk: Uint8Array[] = [];
  #written = 0;

  /**
   * @param file the card file
   * @param known its cards, if they can be kept
   */
  constructor(file: string, known: CardsFile | undefined) {
    const previous = known?.head.contents ?? contentsOf(file);
    const isMostlyUsed = known && previous && previous.end < Math.max(MIN_BYTES_TO_COMPACT, 2 * usedBytes(known));
    const other = SUFFIXES.find(suffix => suffix !== previous?.suffix) ?? SUFFIXES[0];
    this.#file = file;
    this.isContinued = isMostlyUsed === true;
    this.#suffix = isMostlyUsed ? previous.suffix : other;
    this.#id = isMostlyUsed ? previous.id : `${randomUUID()}\n`;
  }

  /** Writes the parts of a card, and returns the position of the first one. */
  write(parts: readonly Uint8Array[]): number {
    this.#open();
    const start = this.#end;
    for (const part of parts) {
      this.#chunk.push(part);
      this.#end += part.length;
    }
    if (this.#end - this.#written > CHUNK_BYTES) this.#flush();
    return start;
  }

  /** Writes the last chunk, and returns the description of the contents for the card file. */
  finish(): Contents {
    this.#open();
    this.#flush();
    return { suffix: this.#suffix, id: this.#id, end: this.#end };
  }

  close(): void {
    if (this.#handle !== undefined) closeSync(this.#handle);
    this.#handle = undefined;
  }

  #open(): void {
    if (this.#handle !== undefined) return;
    this.#handle = openSync(this.#file + this.#suffix, this.isContinued ? 'r+' : 'w');
    // Includes what a killed build has appended.
    this.#end = this.#written = fstatSync(this.#handle).size;
    if (!this.isContinued) this.write([Buffer.from(this.#id)]);
  }

  #flush(): void {
    const bytes = Buffer.concat(this.#chunk);
    this.#chunk = [];
    for (let at = 0; at < bytes.length; )
      at += writeSync(this.#handle ?? -1, bytes, at, bytes.length - at, this.#written + at);
    this.#written += bytes.length;
  }
}

function usedBytes(cards: CardsFile): number {
  let used = 0;
  for (let number = 0; number < cards.size; number++) {
    const { row, members, text } = cards.locate(number);
    used += row + members + text;
  }
  return used;
}

/** Returns the contents of a card file with any key; undefined if it is missing or damaged. */
function contentsOf(file: string): Contents | undefined {
  const cards = openCards(file);
  cards?.close();
  return cards?.head.contents;
}
