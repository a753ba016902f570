import vocabulary from '#registry/vocabulary.json' with { type: 'json' };
import { createTermExpander, type TermExpander } from './term-expander.ts';

let expander: TermExpander | undefined;

/** Returns the vocabulary of the registry. Compilation and `npm run check -- --only registry` have checked it. */
export function getTermExpander(): TermExpander {
  expander ??= createTermExpander(vocabulary);
  return expander;
}
