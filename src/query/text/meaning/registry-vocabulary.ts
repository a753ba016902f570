import vocabularyDocument from '#registry/vocabulary.json' with { type: 'json' };
import { createTermExpander, type TermExpander } from './term-expander.ts';
import { parseVocabulary } from './vocabulary.ts';

let expander: TermExpander | undefined;

/** Returns the vocabulary of the registry. The first call takes tens of milliseconds. */
export function getTermExpander(): TermExpander {
  expander ??= createExpander();
  return expander;
}

function createExpander(): TermExpander {
  const parsed = parseVocabulary(vocabularyDocument);
  if (!parsed.ok) throw new Error(`registry/vocabulary.json is invalid: ${JSON.stringify(parsed.error)}`);
  return createTermExpander(parsed.value);
}
