import type { Entry } from '../entry.ts';
import { weighTerms } from '../text/document-terms.ts';
import { createDirections } from '../text/meaning/listing-direction.ts';
import { loadWordVectors } from '../text/meaning/word-vectors.ts';
import { readSearchText } from '../text/search-text.ts';
import type { WeightedTerms } from './shared-terms.ts';

/** The texts of an entry, analyzed for an index. */
export interface AnalyzedText {
  readonly terms: WeightedTerms;
  /** The direction of its meaning; empty without word vectors. */
  readonly direction: Int8Array;
}

/** Analyzes the texts of entries. */
export interface TextAnalyzer {
  analyze(entry: Entry): AnalyzedText;
  /** The length of a direction; 0 without word vectors. */
  readonly dimensions: number;
}

/**
 * Creates an analyzer.
 * @param wordVectors the bytes of `registry/word-vectors.bin`
 * @throws if the word vectors are damaged
 */
export function createTextAnalyzer(wordVectors: Uint8Array<ArrayBuffer> | undefined): TextAnalyzer {
  const loaded = wordVectors && loadWordVectors(wordVectors);
  if (loaded && !loaded.ok) throw new Error(`The word vectors are damaged: ${loaded.error}`);
  const computeDirection = loaded && createDirections(loaded.value);
  return {
    dimensions: loaded?.value.dimensions ?? 0,
    analyze({ row, text }) {
      const terms = weighTerms(readSearchText(row, text));
      return { terms, direction: computeDirection?.(terms) ?? new Int8Array() };
    },
  };
}

/** More terms make no difference for the ranking, and a count takes one byte. */
const MAX_COUNTED_TERMS = 255;

/** Returns the number of terms of a listing for the index. */
export function countTerms({ terms }: AnalyzedText): number {
  return Math.min(MAX_COUNTED_TERMS, terms.size);
}
