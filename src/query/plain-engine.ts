import type { Row } from '#listing/row.ts';
import { allowedEdits, withinEdits } from './edits.ts';
import type { Engine, Matches } from './engine.ts';
import { fold, words } from './fold.ts';
import type { Filters, Query } from './query.ts';

/** What an engine is made from: a row, and when the listing last changed. */
export interface Entry {
  readonly row: Row;
  readonly changedAt: string;
}

/**
 * The obvious engine: an array that is filtered and sorted for each query. It defines what a query means; a faster
 * one has to give the same answers.
 */
export function plainEngine(entries: Iterable<Entry>): Engine {
  const candidates = Array.from(entries, candidateOf);
  return {
    search(query): Matches {
      const matches = query.q === undefined ? candidates.map(plainly) : ranked(candidates, query.q);
      const wanted = matches.filter(match => passes(match.candidate, query)).sort(comparison(query));
      const page = wanted.slice(query.offset, query.offset + query.limit);
      return { total: wanted.length, rows: page.map(match => match.candidate.text) };
    },
  };
}

/** An entry with all that is compared prepared once. */
interface Candidate {
  readonly row: Row;
  readonly text: string;
  readonly name: string;
  readonly description: string;
  readonly nameWords: readonly string[];
  readonly descriptionWords: readonly string[];
  readonly changedAt: number;
  readonly createdAt: number;
  readonly verifiedAt: number | null;
}

interface Match {
  readonly candidate: Candidate;
  readonly score: number;
}

function candidateOf({ row, changedAt }: Entry): Candidate {
  const name = fold(row.name);
  const description = fold(row.description);
  return {
    row,
    text: JSON.stringify(row),
    name,
    description,
    nameWords: words(name),
    descriptionWords: words(description),
    changedAt: Date.parse(changedAt),
    createdAt: Date.parse(row.created_at),
    verifiedAt: row.verified_at === null ? null : Date.parse(row.verified_at),
  };
}

function passes({ row, changedAt }: Candidate, { filters, status, updatedSince }: Query): boolean {
  return (
    status.includes(row.status) &&
    (updatedSince === undefined || changedAt >= updatedSince) &&
    passesFilters(row, filters)
  );
}

function passesFilters(row: Row, filters: Filters): boolean {
  const { category, badges, free_only, ...equal } = filters;
  if (category !== undefined && !row.categories.includes(category)) return false;
  if (badges !== undefined && !badges.every(badge => row.badges.includes(badge))) return false;
  if (free_only && row.pricing_model !== 'free' && row.payment_model !== 'free') return false;
  return Object.entries(equal).every(([member, value]) => row[member as keyof typeof equal] === value);
}

/** What sorts the matches of a query; ties by id, so that paging is stable; never verified comes last either way. */
function comparison({ sort, order }: Query): (a: Match, b: Match) => number {
  const direction = order === 'asc' ? 1 : -1;
  const byId = (a: Match, b: Match) => compare(a.candidate.row.id, b.candidate.row.id);
  switch (sort) {
    case 'relevance':
      return (a, b) => direction * (a.score - b.score) || byId(a, b);
    case 'name':
      return (a, b) => direction * compare(a.candidate.name, b.candidate.name) || byId(a, b);
    case 'created_at':
      return (a, b) => direction * (a.candidate.createdAt - b.candidate.createdAt) || byId(a, b);
    case 'verified_at':
      return (a, b) => {
        const [one, other] = [a.candidate.verifiedAt, b.candidate.verifiedAt];
        if (one === null || other === null) return Number(one === null) - Number(other === null) || byId(a, b);
        return direction * (one - other) || byId(a, b);
      };
  }
}

/** By UTF-16 code unit: the same everywhere, unlike a collation. */
function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function plainly(candidate: Candidate): Match {
  return { candidate, score: 0 };
}

/**
 * The candidates that fit `q`: those that contain its text, and those in which each of its words occurs as a word, as
 * the beginning of one, or with typing errors.
 */
function ranked(candidates: readonly Candidate[], q: string): Match[] {
  const text = fold(q);
  const wanted = words(text);
  return candidates.flatMap(candidate => {
    const score = phraseScore(candidate, text) + wordsScore(candidate, wanted);
    return score > 0 ? [{ candidate, score }] : [];
  });
}

/** A name weighs more than a description. */
const NAME = 4;

function phraseScore({ name, description }: Candidate, text: string): number {
  if (name === text) return 10 * NAME;
  return (name.includes(text) ? NAME : 0) + (description.includes(text) ? 1 : 0);
}

function wordsScore({ nameWords, descriptionWords }: Candidate, wanted: readonly string[]): number {
  let total = 0;
  for (const word of wanted) {
    const score = NAME * wordScore(nameWords, word) + wordScore(descriptionWords, word);
    if (score === 0) return 0;
    total += score;
  }
  return total;
}

function wordScore(candidates: readonly string[], wanted: string): number {
  const edits = allowedEdits(wanted.length);
  let best = 0;
  for (const word of candidates) {
    if (word === wanted) return 3;
    if (best < 2 && word.startsWith(wanted)) best = 2;
    else if (best < 1 && edits > 0 && withinEdits(word, wanted, edits)) best = 1;
  }
  return best;
}
