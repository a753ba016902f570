import { findConceptTerms } from './concept-terms.ts';
import type { Concept } from './query-plan.ts';
import type { ConceptTerms, TermSource } from './term-source.ts';

/** Queries use the same words again and again. So many terms of concepts use a few megabytes. */
const MAX_CACHED_TERMS = 40_000;

/** Finds the terms of concepts, and caches those of recent queries. */
export class ConceptTermsCache {
  readonly #source: TermSource;
  readonly #known = new Map<string, ConceptTerms>();
  #terms = 0;

  constructor(source: TermSource) {
    this.#source = source;
  }

  find(concept: Concept): ConceptTerms {
    const cached = this.#known.get(concept.key);
    if (cached !== undefined) return cached;
    const found = findConceptTerms(this.#source, concept);
    const terms = found.parts.reduce((total, part) => total + part.length, found.whole.length + 1);
    if (this.#terms + terms > MAX_CACHED_TERMS) {
      this.#known.clear();
      this.#terms = 0;
    }
    this.#known.set(concept.key, found);
    this.#terms += terms;
    return found;
  }
}
