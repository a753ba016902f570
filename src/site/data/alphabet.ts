import { normalizeText } from '#query/text/words/normalize-text.ts';
import type { Card } from './cards/card.ts';

/** Sorts listings by name, ignoring case and accents: digits, letters, other scripts. Ties are sorted by id. */
export function sortByName(listings: readonly Card[]): readonly Card[] {
  const keyed = listings.map(listing => {
    const key = normalizeText(listing.name);
    return { listing, key, rank: rankOf(key) };
  });
  keyed.sort((a, b) => a.rank - b.rank || compare(a.key, b.key) || compare(a.listing.id, b.listing.id));
  return keyed.map(each => each.listing);
}

/** The index heading for a name: `0–9`, `A` to `Z`, or `Other`. */
function letterOf(name: string): string {
  const key = normalizeText(name);
  return ['0–9', key.charAt(0).toUpperCase(), 'Other'][rankOf(key)] ?? 'Other';
}

/** Groups consecutive listings with the same letter. */
export function groupByLetter(listings: readonly Card[]): readonly { letter: string; listings: readonly Card[] }[] {
  const runs: { letter: string; listings: Card[] }[] = [];
  for (const listing of listings) {
    const letter = letterOf(listing.name);
    const last = runs.at(-1);
    if (last?.letter === letter) last.listings.push(listing);
    else runs.push({ letter, listings: [listing] });
  }
  return runs;
}

/** The position of the first listing for each letter, counted from 0. */
export function letterStarts(listings: readonly Card[]): readonly { letter: string; start: number }[] {
  const starts = new Map<string, number>();
  for (const [place, { name }] of listings.entries()) {
    const letter = letterOf(name);
    if (!starts.has(letter)) starts.set(letter, place);
  }
  return [...starts].map(([letter, start]) => ({ letter, start }));
}

/** The id of the heading for a letter. */
export function getLetterAnchor(letter: string): string {
  return `letter-${letter.toLowerCase().replace('–', '-')}`;
}

function rankOf(key: string): number {
  if (/^[0-9]/.test(key)) return 0;
  return /^[a-z]/.test(key) ? 1 : 2;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
