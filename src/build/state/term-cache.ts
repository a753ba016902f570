import type { AnalyzedText } from '#query/index/analyze-text.ts';
import { readCheckedFile, writeCheckedFile } from './checked-file.ts';
import { type RecordsHead, TextRecords, TextRecordsWriter } from './text-records.ts';

/** The share of listings without cached terms above which the file is written again. */
const MAX_MISSING = 0.05;

/**
 * The analyzed texts of all listings in a file, because splitting texts into terms takes most of the time of an index. A
 * listing is identified by the key of its texts, so a changed one is computed again, and so is everything after a change of
 * the code.
 */
export class TermCache {
  readonly #file: string;
  readonly #key: string;
  readonly #known: TextRecords | undefined;
  readonly #computed: TextRecordsWriter;
  /** The keys of the texts that were used. */
  readonly #used = new Set<string>();

  /** @param key identifies the code */
  constructor(file: string, key: string) {
    this.#file = file;
    this.#key = key;
    this.#known = openRecords(file, key);
    this.#computed = new TextRecordsWriter(recordsFile(file));
  }

  /** Returns the analyzed texts of the listing whose texts have a key. */
  get(textKey: string, compute: () => AnalyzedText): AnalyzedText {
    const known = this.find(textKey);
    if (known) return known;
    const computed = compute();
    this.#computed.add(textKey, computed);
    this.#used.add(textKey);
    return computed;
  }

  /** Returns the analyzed texts of a listing if they were computed before. */
  find(textKey: string): AnalyzedText | undefined {
    const known = this.#computed.find(textKey) ?? this.#known?.find(textKey);
    if (known) this.#used.add(textKey);
    return known;
  }

  /** Saves the texts that were used, unless the file already has nearly all of them. */
  save(): void {
    if (this.#computed.size <= MAX_MISSING * this.#used.size) return;
    for (const textKey of this.#used) {
      const known = this.#computed.has(textKey) ? undefined : this.#known?.find(textKey);
      if (known) this.#computed.add(textKey, known);
    }
    const head = this.#computed.finish();
    writeCheckedFile(this.#file, this.#key, Buffer.from(JSON.stringify(head)));
  }

  close(): void {
    this.#known?.close();
    this.#computed.close();
  }
}

/** Undefined if a file is missing or damaged, or from other code. */
function openRecords(file: string, key: string): TextRecords | undefined {
  const content = readCheckedFile(file, key);
  return content && TextRecords.open(recordsFile(file), JSON.parse(content.toString()) as RecordsHead);
}

/** Returns the file with the texts, which the other one describes. */
function recordsFile(file: string): string {
  return `${file}.records`;
}
