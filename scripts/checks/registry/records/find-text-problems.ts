import type { ListingRecord } from '#listing/listing-record.ts';
import { textsOf, useCasesOf } from './record-members.ts';

/** Words that praise instead of stating a fact. */
const MARKETING =
  /\b(award-winning|best-in-class|beautiful(ly)?|blazing(ly)?|comprehensive|cutting-edge|effortless(ly)?|empowers?|easily|game-changing|industry-leading|leverages?|lightning-fast|next-generation|powerful|revolutionary|rich set|robust|seamless(ly)?|state-of-the-art|supercharges?|unleash|unlocks?|unparalleled|world-class)\b/i;

const MIN_USE_CASES = 5;
const MAX_USE_CASES = 10;

/** The minimum length of notes that prevent common mistakes, in characters. */
const MIN_NOTES_LENGTH = 80;

/** Finds marketing words, stray white space, and missing texts. */
export function findTextProblems(record: ListingRecord): string[] {
  const { source, manifest } = record;
  const { length } = useCasesOf(record);
  const hasBasis = source.type !== 'documentation' || source.basis !== undefined;
  return [
    ...(hasBasis ? [] : ['source.basis: It is missing. Use openapi, documentation, or knowledge.']),
    ...(length >= MIN_USE_CASES && length <= MAX_USE_CASES
      ? []
      : [`use_cases: There are ${length}. Write ${MIN_USE_CASES} to ${MAX_USE_CASES} phrases.`]),
    ...(manifest.agent_notes.length < MIN_NOTES_LENGTH ? ['agent_notes: Explain how to avoid common mistakes.'] : []),
    ...textsOf(record).flatMap(({ at, text }) => {
      const [word] = MARKETING.exec(text) ?? [];
      return [
        ...(word === undefined ? [] : [`${at}: "${word}" is a marketing word. State the fact.`]),
        ...(/^(TODO|FIXME)\b/.test(text) ? [`${at}: It is a draft. Write the text.`] : []),
        ...(/ {2}|^\s|\s$/.test(text) ? [`${at}: It has stray white space.`] : []),
      ];
    }),
  ];
}
