import { normalizeText } from '../words/normalize-text.ts';
import { type TermEntry, type TermList, VocabularyTerm } from './vocabulary-term.ts';

/** The Japanese terms of a vocabulary. Japanese has no spaces, so its terms are found inside tokens. */
export interface JapaneseTerms {
  /** Finds the terms in a token. They do not overlap, and longer terms come before shorter ones. */
  findIn(token: string): readonly TermEntry[];
}

/** Prepares the Japanese terms of a vocabulary for queries. */
export function createJapaneseTerms(lists: readonly TermList[]): JapaneseTerms {
  const byText = new Map<string, VocabularyTerm>();
  let longest = 0;
  for (const list of lists) {
    for (const text of list.terms.map(normalizeText)) {
      const term = byText.get(text) ?? new VocabularyTerm(text);
      term.add(list);
      byText.set(text, term);
      longest = Math.max(longest, text.length);
    }
  }
  return {
    findIn(token) {
      const found: TermEntry[] = [];
      for (let start = 0; start < token.length; ) {
        let length = Math.min(longest, token.length - start);
        while (length > 0 && !isTermAt(token, start, length)) length--;
        const entry = length > 0 ? byText.get(token.slice(start, start + length))?.entry : undefined;
        if (entry !== undefined) found.push(entry);
        start += Math.max(1, length);
      }
      return found;
    },
  };

  /** A term of one character, such as "book", counts only alone: "Japan" contains it, too. */
  function isTermAt(token: string, start: number, length: number): boolean {
    if (!byText.has(token.slice(start, start + length))) return false;
    return length > 1 || !(isKanji(token, start - 1) || isKanji(token, start + 1));
  }
}

/** Whether a text contains Japanese characters. Han characters alone count, too. */
export function isJapanese(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isKanji(text, at) || (code >= 0x3041 && code <= 0x30ff)) return true;
  }
  return false;
}

function isKanji(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0x3400 && code <= 0x9fff;
}
