import type { ListingRecord } from '#listing/listing-record.ts';
import { textsOf } from './record-members.ts';

/** Shorter sentences, such as "Page number, from 1.", are the same for many APIs. */
const MIN_WORDS = 5;

/** Use cases are whole phrases, so that the same one does not tell two listings apart. */
const MIN_USE_CASE_WORDS = 2;

/**
 * Finds sentences that occur in more than one record. Compares without case and punctuation.
 * @returns the problems by id of the later record
 */
export function findRepeatedTexts(records: Iterable<ListingRecord>): ReadonlyMap<string, readonly string[]> {
  const first = new Map<string, string>();
  const problems = new Map<string, string[]>();
  for (const record of records) {
    for (const { at, key, sentence } of sentencesOf(record)) {
      const other = first.get(key);
      if (other === undefined) first.set(key, record.id);
      else if (other !== record.id) {
        const own = problems.get(record.id) ?? [];
        problems.set(record.id, [...own, `${at}: "${sentence}" is also in ${other}. Describe the difference.`]);
      }
    }
  }
  return problems;
}

function sentencesOf(record: ListingRecord): readonly { at: string; key: string; sentence: string }[] {
  return textsOf(record).flatMap(({ at, text }) => {
    const minWords = at.startsWith('use_cases/') ? MIN_USE_CASE_WORDS : MIN_WORDS;
    return text.split(/(?<=[.!?])\s+|\n/).flatMap(sentence => {
      const key = sentence
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
        .trim();
      return key.split(' ').length < minWords ? [] : [{ at, key, sentence }];
    });
  });
}
