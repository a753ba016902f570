import { LANGUAGES, type Language, toTokens, type Vocabulary } from './vocabulary.ts';

/** How an alternative relates to the term of the query. */
export type Relation = 'spelling' | 'abbreviation' | 'equivalent' | 'translation' | 'narrower' | 'broader';

/**
 * How much a match of an alternative counts, from 0 to 1, where a match of the term itself counts 1. A kind of the
 * wanted thing usually serves the need; the wanted thing in general often does not.
 */
export const WEIGHTS: Readonly<Record<Relation, number>> = {
  spelling: 1,
  abbreviation: 0.95,
  equivalent: 0.85,
  translation: 0.85,
  narrower: 0.7,
  broader: 0.4,
};

/** The most alternatives of a term, so that a long query stays fast. */
const MAX_ALTERNATIVES = 24;

/** A text that listings may use for a term of the query. */
export interface Alternative {
  /** Normalized. More than one token is a phrase. */
  readonly tokens: readonly string[];
  readonly relation: Relation;
  readonly weight: number;
}

/** Creates the alternative for a term of the vocabulary. */
export function createAlternative(term: string, relation: Relation): Alternative {
  return { tokens: toTokens(term), relation, weight: WEIGHTS[relation] };
}

/** Terms of the vocabulary that relate to the same other terms. */
export interface TermList {
  /** Normalized, except Japanese terms. `npm run check -- --only registry` checks this (`findVocabularyProblems`). */
  readonly terms: readonly string[];
  /** The terms that listings may use instead. */
  readonly related: readonly (readonly [terms: readonly string[], relation: Relation])[];
  /** The id of their group. */
  readonly group?: string;
  /** The language of translations. */
  readonly language?: Language;
}

interface ListedTerms {
  readonly lists: readonly TermList[];
  /** Japanese has no spaces, so that these are found inside of tokens. */
  readonly japanese: readonly TermList[];
}

/** Returns the terms of a vocabulary in their order. Returns Japanese terms separately. */
export function listTerms({ groups, abbreviations, spellings }: Vocabulary): ListedTerms {
  const lists: TermList[] = [];
  const japanese: TermList[] = [];
  for (const terms of spellings) lists.push({ terms, related: [[terms, 'spelling']] });
  for (const [short, meanings] of Object.entries(abbreviations)) {
    lists.push({ terms: [short], related: [[meanings, 'abbreviation']] });
    lists.push({ terms: meanings, related: [[[short], 'abbreviation']] });
  }
  for (const { id: group, terms, narrower = [], translations = {} } of groups) {
    lists.push({
      terms,
      group,
      related: [
        [terms, 'equivalent'],
        [narrower, 'narrower'],
      ],
    });
    if (narrower.length > 0) lists.push({ terms: narrower, group, related: [[terms, 'broader']] });
    const related: TermList['related'] = [
      [terms, 'translation'],
      [narrower, 'narrower'],
    ];
    for (const language of LANGUAGES) {
      const translated = translations[language];
      if (translated) (language === 'ja' ? japanese : lists).push({ terms: translated, group, related, language });
    }
  }
  return { lists, japanese };
}

/** The groups and alternatives of one term. */
export interface TermEntry {
  readonly groups: readonly string[];
  /** The languages that the term is a translation into; empty for an English term. */
  readonly languages: readonly Language[];
  /** Best first, without the term itself, except that a term with several spellings has all of them. */
  readonly alternatives: readonly Alternative[];
}

/** A term of the vocabulary. Its singular and its plural are one term. */
export class VocabularyTerm {
  /** Normalized. */
  readonly text: string;
  readonly #lists: TermList[] = [];
  #entry: TermEntry | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** Adds a list that contains the term. */
  add(list: TermList): void {
    this.#lists.push(list);
  }

  /** Whether any of the lists has English terms. */
  get isEnglish(): boolean {
    return this.#lists.some(({ language }) => language === undefined);
  }

  /** Made at the first use, because an isolate sees few of the thousands of terms. */
  get entry(): TermEntry {
    this.#entry ??= {
      groups: [...new Set(this.#lists.flatMap(({ group }) => group ?? []))],
      languages: this.isEnglish ? [] : [...new Set(this.#lists.flatMap(({ language }) => language ?? []))],
      alternatives: this.#createAlternatives(),
    };
    return this.#entry;
  }

  /** If there are several relations to the same term, the strongest counts. */
  #createAlternatives(): Alternative[] {
    const best = new Map<string, Alternative>();
    for (const [terms, relation] of this.#lists.flatMap(({ related }) => related)) {
      for (const term of terms) {
        const alternative = createAlternative(term, relation);
        const text = alternative.tokens.join(' ');
        const isItself = relation !== 'spelling' && text === this.text;
        if (!isItself && (best.get(text)?.weight ?? 0) < alternative.weight) best.set(text, alternative);
      }
    }
    return [...best.values()].sort((a, b) => b.weight - a.weight).slice(0, MAX_ALTERNATIVES);
  }
}
