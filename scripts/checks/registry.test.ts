import { describe, expect, test } from 'vitest';
import { sha256Hex } from '#listing/encoding/sha256.ts';
import { sampleListing } from '#listing/listing.fixture.ts';
import { toRow } from '#listing/row.ts';
import type { Collection } from '#query/collections.ts';
import type { Vocabulary } from '#query/text/meaning/vocabulary.ts';
import { writeWordVectors } from '#query/text/meaning/word-vectors.ts';
import { findCollectionProblems } from './registry/find-collection-problems.ts';
import { findVectorProblems } from './registry/find-vector-problems.ts';
import { findVocabularyProblems } from './registry/find-vocabulary-problems.ts';

const BASES = { registry: 'https://registry.example', site: 'https://site.example' };

const VALID: Vocabulary = {
  groups: [
    { id: 'sms', terms: ['sms', 'text message'], narrower: ['mms'], translations: { fr: ['texto'], ja: ['ドル'] } },
    { id: 'what-is-on', terms: ['event', 'what is on tv'] },
  ],
  abbreviations: { fx: ['foreign exchange'] },
  spellings: [['color', 'colour']],
  stop_words: { fr: ['le'] },
};

const withGroups = (...groups: Vocabulary['groups']): Vocabulary => ({ ...VALID, groups });

describe('findVocabularyProblems', () => {
  test('accepts a consistent vocabulary', () => {
    expect(findVocabularyProblems(VALID)).toEqual([]);
  });

  test.each<[problem: string, vocabulary: Vocabulary, expected: RegExp]>([
    ['a repeated id', withGroups({ id: 'a', terms: ['b', 'c'] }, { id: 'a', terms: ['f', 'g'] }), /"a" occurs twice/],
    ['an id with capitals', withGroups({ id: 'Sms', terms: ['b', 'c'] }), /^groups\/Sms: The id/],
    ['a group of one term', withGroups({ id: 'a', terms: ['b'] }), /one term only/],
    ['a repeated term', withGroups({ id: 'a', terms: ['b', 'c'], narrower: ['b'] }), /"b" occurs twice/],
    [
      'a repeated translation',
      withGroups({ id: 'a', terms: ['b'], translations: { es: ['c', 'c'] } }),
      /"c" occurs twice in a language/,
    ],
    ['capitals', withGroups({ id: 'a', terms: ['SMS', 'c'] }), /"SMS" is not normalized. Write "sms"/],
    ['accents', withGroups({ id: 'a', terms: ['b'], translations: { fr: ['météo'] } }), /Write "meteo"/],
    ['hyphens', withGroups({ id: 'a', terms: ['e-mail', 'b'] }), /Write "e mail"/],
    ['Japanese marks in English', withGroups({ id: 'a', terms: ['ドル', 'b'] }), /"ドル" is not normalized/],
    ['half-width Japanese', withGroups({ id: 'a', terms: ['b'], translations: { ja: ['ﾄﾞﾙ'] } }), /Write "ドル"/],
    ['a stop word', withGroups({ id: 'a', terms: ['who', 'b'] }), /"who" has only stop words/],
    ['a phrase of stop words', withGroups({ id: 'a', terms: ['what is it', 'b'] }), /"what is it" has only stop words/],
    [
      'a term in four groups',
      withGroups(...['a', 'b', 'c', 'd'].map(id => ({ id, terms: ['x', `own ${id}`] }))),
      /"x" is in more than 3 groups: a, b, c, d/,
    ],
    [
      'a contained group',
      withGroups({ id: 'a', terms: ['x', 'y'] }, { id: 'b', terms: ['x', 'z'], narrower: ['y'] }),
      /^groups\/a: "b" contains all of its terms/,
    ],
    [
      'a translation that is an English term',
      withGroups({ id: 'a', terms: ['x'], translations: { fr: ['pays'] } }, { id: 'b', terms: ['pay', 'y'] }),
      /"pays" \(fr\) is an English term of "b"/,
    ],
    [
      'a translation that is an English stop word',
      withGroups({ id: 'a', terms: ['x'], translations: { de: ['will'] } }),
      /"will" \(de\) is an English stop word/,
    ],
    [
      'a translation that is a stop word of its language',
      withGroups({ id: 'a', terms: ['x'], translations: { fr: ['le'] } }),
      /"le" \(fr\) is a stop word of its language/,
    ],
    ['a stop word as an abbreviation', { ...VALID, abbreviations: { it: ['computing'] } }, /abbreviations: "it"/],
    ['an abbreviation with capitals', { ...VALID, abbreviations: { FX: ['exchange'] } }, /abbreviations: "FX" is not/],
    ['a meaning with accents', { ...VALID, abbreviations: { fx: ['échange'] } }, /abbreviations: "échange" is not/],
    ['a spelling with capitals', { ...VALID, spellings: [['color', 'Colour']] }, /spellings: "Colour" is not/],
    ['a lonely spelling', { ...VALID, spellings: [['color']] }, /spellings: "color" has no other spelling/],
    [
      'a repeated spelling',
      {
        ...VALID,
        spellings: [
          ['a1', 'b1'],
          ['b1', 'c1'],
        ],
      },
      /spellings: "b1" occurs twice/,
    ],
    ['a repeated stop word', { ...VALID, stop_words: { fr: ['le', 'le'] } }, /stop_words\/fr: "le" occurs twice/],
  ])('reports %s', (_, vocabulary, expected) => {
    const problems = findVocabularyProblems(vocabulary);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(expected);
  });

  test('accepts a term in three groups', () => {
    const groups = ['a', 'b', 'c'].map(id => ({ id, terms: ['x', `own ${id}`] }));
    expect(findVocabularyProblems(withGroups(...groups))).toEqual([]);
  });
});

describe('findCollectionProblems', () => {
  const rows = ['a', 'b'].map(name => toRow(sampleListing(`https://${name}.example`, { name }), BASES));
  const valid: readonly Collection[] = [
    ...Array.from({ length: 20 }, (_, at) => collection(`c${at}`, { listings: ['a.example'] })),
    collection('free', { query: 'auth_required=false' }),
  ];

  function collection(id: string, changes: Partial<Collection>): Collection {
    return { id, title: `Title ${id}`, description: 'One sentence.', ...changes };
  }

  test('accepts valid collections', () => {
    expect(findCollectionProblems(valid, rows)).toEqual([]);
  });

  test('reports too few collections', () => {
    expect(findCollectionProblems(valid.slice(2), rows)).toEqual(['There are 19 collections. Keep at least 20.']);
  });

  test.each<[problem: string, changed: Collection, expected: RegExp]>([
    ['a repeated id', collection('c1', { title: 'Other', listings: ['a.example'] }), /id "c1" occurs twice/],
    ['a repeated title', collection('x', { title: 'Title c1', listings: ['a.example'] }), /title "Title c1" occurs/],
    ['an id with capitals', collection('X', { listings: ['a.example'] }), /^X: The id is not/],
    ['an empty title', collection('x', { title: '', listings: ['a.example'] }), /^x: The title/],
    ['two sentences', collection('x', { description: 'One. Two.', listings: ['a.example'] }), /^x: The description/],
    ['neither ids nor query', collection('x', {}), /either listings or query/],
    ['both', collection('x', { listings: ['a.example'], query: 'auth_required=false' }), /either listings or query/],
    ['no ids', collection('x', { listings: [] }), /has no listings/],
    ['an unknown id', collection('x', { listings: ['z.example'] }), /"z.example" is not the id/],
    ['a repeated listing', collection('x', { listings: ['a.example', 'a.example'] }), /"a.example" occurs twice/],
    ['an unknown parameter', collection('x', { query: 'free=true' }), /query: free: Unknown parameter/],
    ['an invalid value', collection('x', { query: 'category=nothing' }), /query: category: Invalid value/],
    ['a search text', collection('x', { query: 'q=rain' }), /"q" is not a filter/],
    ['a status', collection('x', { query: 'status=lapsed' }), /"status" is not a filter/],
    ['a query without matches', collection('x', { query: 'maintained_by=publisher&badges=payment-ready' }), /query: /],
  ])('reports %s', (_, changed, expected) => {
    const problems = findCollectionProblems([...valid, changed], rows);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(expected);
  });

  test('reports a withdrawn listing', () => {
    const withdrawn = rows.map(row => (row.id === 'b.example' ? { ...row, status: 'withdrawn' as const } : row));
    const problems = findCollectionProblems([...valid, collection('x', { listings: ['b.example'] })], withdrawn);
    expect(problems).toEqual(['x: "b.example" is withdrawn. Remove it from the collection.']);
  });
});

describe('findVectorProblems', () => {
  const bytes = writeWordVectors(2, new Map([['rain', [1, 0]]]));

  test('accepts a file with the recorded hash', async () => {
    expect(await findVectorProblems(bytes, `SHA-256: \`${await sha256Hex(bytes)}\``)).toEqual([]);
  });

  test('reports another hash', async () => {
    expect(await findVectorProblems(bytes, 'SHA-256: `0`')).toEqual([expect.stringMatching(/does not record/)]);
  });

  test('reports a damaged file', async () => {
    const damaged = bytes.slice(0, -1);
    expect(await findVectorProblems(damaged, await sha256Hex(damaged))).toEqual([
      expect.stringMatching(/bytes instead/),
    ]);
  });

  test('reports a file that is too large', async () => {
    const large = writeWordVectors(3_000_000, new Map([['rain', [1]]]));
    expect(await findVectorProblems(large, await sha256Hex(large))).toContainEqual(expect.stringMatching(/limit/));
  });
});
