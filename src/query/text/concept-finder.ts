import type { Concept } from './concept.ts';
import { ConceptMatcher, type ConceptMatches } from './concept-matcher.ts';
import { findConceptTerms } from './concept-terms.ts';
import type { Correction } from './query-plan.ts';
import type { TermSource } from './term-source.ts';

/** The matches of a registry for a concept. */
export interface FoundConcept extends ConceptMatches {
  /** The most frequent correction, if the word has a typo. */
  readonly correction?: Correction;
  /** The word, if so few listings have it that it identifies them. */
  readonly distinctive?: string;
}

/**
 * Queries use the same words again and again, and the most frequent words take the longest. With 100,000 listings, this has
 * room for the 40 frequent words of the longest query.
 */
const MAX_CACHED_BYTES = 12 * 1024 * 1024;

/** The memory of an entry besides its arrays, roughly. */
const ENTRY_BYTES = 512;

/** Finds the matches of concepts, and caches those that were used last. */
export class ConceptFinder {
  readonly #source: TermSource;
  readonly #matcher: ConceptMatcher;
  /** In the order of their last use. */
  readonly #cache = new Map<string, FoundConcept>();
  #bytes = 0;

  constructor(source: TermSource) {
    this.#source = source;
    this.#matcher = new ConceptMatcher(source);
  }

  find(concept: Concept): FoundConcept {
    const { key } = concept;
    const cached = this.#cache.get(key);
    const found = cached ?? this.#match(concept);
    this.#cache.delete(key);
    this.#cache.set(key, found);
    if (cached === undefined) this.#evict(sizeOf(found));
    return found;
  }

  #match(concept: Concept): FoundConcept {
    const terms = findConceptTerms(this.#source, concept);
    const { correction, distinctive } = terms;
    return {
      ...this.#matcher.match(terms),
      ...(correction !== undefined && { correction }),
      ...(distinctive !== undefined && { distinctive }),
    };
  }

  /** Makes room for a new entry. */
  #evict(bytes: number): void {
    this.#bytes += bytes;
    for (const [key, found] of this.#cache) {
      if (this.#bytes <= MAX_CACHED_BYTES) return;
      this.#cache.delete(key);
      this.#bytes -= sizeOf(found);
    }
  }
}

function sizeOf({ listings, values, coverages }: FoundConcept): number {
  return ENTRY_BYTES + (listings?.byteLength ?? 0) + values.byteLength + coverages.byteLength;
}
