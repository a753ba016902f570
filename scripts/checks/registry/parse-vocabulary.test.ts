import { expect, test } from 'vitest';
import { parseVocabulary } from './parse-vocabulary.ts';

const VALID = { groups: [{ id: 'a', terms: ['a', 'b'] }], abbreviations: {}, spellings: [], stop_words: {} };

test('parses a vocabulary', () => {
  expect(parseVocabulary(VALID)).toEqual({ ok: true, value: VALID });
});

test.each<[pointer: string, document: unknown]>([
  ['', null],
  ['', []],
  ['/groups', { ...VALID, groups: {} }],
  ['/groups/0', { ...VALID, groups: ['a'] }],
  ['/groups/0/terms', { ...VALID, groups: [{ id: 'a', terms: [] }] }],
  ['/groups/0/narrower', { ...VALID, groups: [{ id: 'a', terms: ['a'], narrower: [''] }] }],
  ['/groups/0/translations', { ...VALID, groups: [{ id: 'a', terms: ['a'], translations: [] }] }],
  ['/groups/0/translations/xx', { ...VALID, groups: [{ id: 'a', terms: ['a'], translations: { xx: ['b'] } }] }],
  ['/groups/0/translations/de', { ...VALID, groups: [{ id: 'a', terms: ['a'], translations: { de: 'b' } }] }],
  ['/abbreviations', { ...VALID, abbreviations: undefined }],
  ['/abbreviations/fx', { ...VALID, abbreviations: { fx: 'foreign exchange' } }],
  ['/spellings', { ...VALID, spellings: null }],
  ['/spellings/0', { ...VALID, spellings: ['color'] }],
  ['/stop_words', { ...VALID, stop_words: [] }],
])('reports the pointer "%s" of a wrong type', (pointer, document) => {
  expect(parseVocabulary(document)).toMatchObject({ ok: false, error: [{ pointer }] });
});
