import { createPicker } from '../entries.fixture.ts';
import type { Entry } from '../entry.ts';
import { MIN_TYPO_LENGTH } from './concept-terms.ts';
import { readSearchText } from './search-text.ts';
import { normalizeText, words } from './words/normalize-text.ts';

/** A realistic search for a known listing. */
export interface KnownItem {
  readonly kind: 'name' | 'name, typo' | 'name, prefix' | 'rare word' | 'rare word, typo' | 'rare word, prefix';
  readonly id: string;
  readonly q: string;
}

const LONGEST_Q = 200;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** A word or name is rare if at most this many listings contain it, so that all of them fit into the top three. */
const RARE = 2;

/**
 * Yields searches for random listings with an unambiguous name: by that name, and by a rare word of the name or
 * description. Each search also occurs truncated and with a random typo.
 */
export function* loadKnownItems(entries: readonly Entry[], count: number, random: () => number): Generator<KnownItem> {
  const pick = createPicker(random);
  const having = countWords(entries);
  const alike = Map.groupBy(entries, ({ row }) => normalizeText(row.name));
  const named = entries.filter(({ row }) => (alike.get(normalizeText(row.name))?.length ?? 0) <= RARE);
  for (let i = 0; i < count; i++) {
    const { id, name, description } = pick(named).row;
    const rare = words(normalizeText(`${name} ${description}`)).filter(each => isRare(each, having));
    yield { kind: 'name', id, q: cut(name) };
    yield { kind: 'name, prefix', id, q: cut(name.slice(0, Math.max(4, Math.ceil(name.length * 0.6)))) };
    yield { kind: 'name, typo', id, q: cut(withTypoInWord(name, random)) };
    if (rare.length === 0) continue;
    const word = pick(rare);
    yield { kind: 'rare word', id, q: word };
    const start = findRareStart(word, having);
    if (start !== undefined) yield { kind: 'rare word, prefix', id, q: start };
    if (isLong(word)) yield { kind: 'rare word, typo', id, q: withTypo(word, random) };
  }
}

/** Returns a word with one letter dropped, added, replaced, or transposed. */
export function withTypo(word: string, random: () => number): string {
  const at = Math.floor(random() * word.length);
  const letter = LETTERS[Math.floor(random() * LETTERS.length)] ?? 'x';
  const [before, after] = [word.slice(0, at), word.slice(at + 1)];
  const edits = [
    before + after,
    before + letter + word.slice(at),
    before + letter + after,
    before + after.slice(0, 1) + (word[at] ?? '') + after.slice(1),
  ];
  return edits[Math.floor(random() * edits.length)] ?? word;
}

function withTypoInWord(name: string, random: () => number): string {
  const parts = name.split(/(?<![\p{L}\p{N}])|(?![\p{L}\p{N}])/u);
  const long = [...parts.keys()].filter(i => isLong(parts[i] ?? ''));
  const chosen = long[Math.floor(random() * long.length)];
  return parts.map((part, i) => (i === chosen ? withTypo(part, random) : part)).join('');
}

/** Whether a word is long enough for typo tolerance, even if it loses a letter. */
function isLong(word: string): boolean {
  return word.length > MIN_TYPO_LENGTH;
}

/** Returns the shortest start of a word, without at most two letters, that only few listings have. */
function findRareStart(word: string, having: ReadonlyMap<string, number>): string | undefined {
  for (let length = Math.max(3, word.length - 2); length < word.length; length++) {
    const start = word.slice(0, length);
    let listings = 0;
    for (const [each, count] of having) if (each.startsWith(start)) listings += count;
    if (listings <= RARE) return start;
  }
  return undefined;
}

function isRare(word: string, having: ReadonlyMap<string, number>): boolean {
  return word.length >= 4 && (having.get(word) ?? 0) <= RARE;
}

function countWords(entries: readonly Entry[]): Map<string, number> {
  const having = new Map<string, number>();
  for (const { row, text } of entries) {
    const all = Object.values(readSearchText(row, text)).join(' ');
    for (const word of new Set(words(normalizeText(all)))) {
      having.set(word, (having.get(word) ?? 0) + 1);
    }
  }
  return having;
}

function cut(text: string): string {
  return [...text].slice(0, LONGEST_Q).join('');
}
