import { describe, expect, test } from 'vitest';
import { weighTerms } from './document-terms.ts';
import type { SearchText } from './search-text.ts';
import { STOP_WORDS } from './words/stop-words.ts';

const text: SearchText = {
  name: 'Tides',
  useCases: '',
  description: 'The tides of it all',
  categories: '',
  host: 'tides.example',
  endpoints: '',
  parameters: '',
  notes: '',
};

describe('the terms of a listing', () => {
  const words = Array.from(
    { length: 50 },
    (_, i) => `word${String.fromCharCode(97 + (i % 26), 97 + Math.floor(i / 26))}`,
  );
  const stopWords = [...STOP_WORDS].slice(0, 50);

  test('have all words of agent notes with many stop words', () => {
    const notes = words.map((word, i) => `${stopWords[i]} ${stopWords[i]} ${word}`).join(' ');
    const terms = weighTerms({ ...text, notes });
    expect(words.filter(word => !terms.has(word))).toEqual([]);
  });

  test('have the stop words of names and descriptions, but not those of longer texts', () => {
    const terms = weighTerms({ ...text, endpoints: 'Returns them', notes: 'Where they are' });
    expect([...terms.keys()].filter(term => STOP_WORDS.has(term))).toEqual(['the', 'of', 'it', 'all']);
  });

  test('stay below a limit for long notes', () => {
    const notes = Array.from({ length: 500 }, (_, i) => `word${i}`).join(' ');
    expect(weighTerms({ ...text, notes }).size).toBeLessThan(70);
  });
});
