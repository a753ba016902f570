import { beforeAll, describe, expect, test } from 'vitest';
import vocabulary from '#registry/vocabulary.json' with { type: 'json' };
import { normalizeText, words } from '../words/normalize-text.ts';
import { createTermExpander, type TermExpander } from './term-expander.ts';
import type { Vocabulary } from './vocabulary.ts';
import { WEIGHTS } from './vocabulary-term.ts';

const SMALL: Vocabulary = {
  groups: [
    {
      id: 'sms',
      terms: ['sms', 'text message'],
      narrower: ['mms'],
      translations: { de: ['kurznachricht'], ja: ['ショートメッセージ'] },
    },
    { id: 'exchange-rate', terms: ['exchange rate', 'forex'] },
    { id: 'rating', terms: ['rate', 'score'] },
    { id: 'palette', terms: ['color palette', 'swatch'] },
    { id: 'book', terms: ['book', 'novel'], translations: { ja: ['本'] } },
    { id: 'mark', terms: ['score', 'grade'] },
    { id: 'tracking', terms: ['parcel tracking'], translations: { es: ['rastrear una encomienda', 'un envio'] } },
    { id: 'that-day', terms: ['on this day'], translations: { es: ['un dia como hoy'] } },
  ],
  abbreviations: { fx: ['foreign exchange'] },
  spellings: [['color', 'colour']],
  stop_words: { de: ['ich', 'eine', 'will', 'die'], es: ['un', 'una', 'como'] },
};

const tokensOf = (q: string) => words(normalizeText(q));

describe('createTermExpander', () => {
  const expander = createTermExpander(SMALL);
  const expand = (q: string) =>
    expander.expand(tokensOf(q)).map(({ start, length, alternatives }) => ({
      start,
      length,
      alternatives: alternatives.map(({ tokens, relation }) => `${relation} ${tokens.join(' ')}`),
    }));

  test('finds terms of several words in either number', () => {
    const alternatives = ['equivalent sms', 'narrower mms'];
    expect(expand('send text message')).toEqual([{ start: 1, length: 2, alternatives }]);
    expect(expand('send text messages')).toEqual([{ start: 1, length: 2, alternatives: [...alternatives] }]);
  });

  test('prefers longer terms and does not overlap them', () => {
    expect(expand('exchange rate of a rate')).toEqual([
      { start: 0, length: 2, alternatives: ['equivalent forex'] },
      { start: 4, length: 1, alternatives: ['equivalent score'] },
    ]);
  });

  test('ignores the beginning of a term', () => {
    expect(expand('exchange a text')).toEqual([]);
    expect(expand('color')).toEqual([{ start: 0, length: 1, alternatives: ['spelling color', 'spelling colour'] }]);
  });

  test('finds the broader terms of a narrower one', () => {
    expect(expand('mms')).toEqual([{ start: 0, length: 1, alternatives: ['broader sms', 'broader text message'] }]);
  });

  test('expands abbreviations in both directions', () => {
    expect(expand('fx')).toEqual([{ start: 0, length: 1, alternatives: ['abbreviation foreign exchange'] }]);
    expect(expand('foreign exchange')).toEqual([{ start: 0, length: 2, alternatives: ['abbreviation fx'] }]);
  });

  test('accepts other spellings inside of terms', () => {
    expect(expand('colour palettes')).toEqual([{ start: 0, length: 2, alternatives: ['equivalent swatch'] }]);
    expect(expander.canonicalSpelling('colour')).toBe('color');
    expect(expander.canonicalSpelling('rain')).toBe('rain');
  });

  test('merges the groups of a term', () => {
    expect(expander.expand(['score'])[0]?.groups).toEqual(['rating', 'mark']);
    expect(expand('score')[0]?.alternatives).toEqual(['equivalent rate', 'equivalent grade']);
  });

  test('translates into the terms and the narrower terms', () => {
    expect(expander.expand(['kurznachricht'])).toMatchObject([
      {
        groups: ['sms'],
        languages: ['de'],
        alternatives: [
          { tokens: ['sms'], relation: 'translation', weight: WEIGHTS.translation },
          { tokens: ['text', 'message'], relation: 'translation' },
          { tokens: ['mms'], relation: 'narrower' },
        ],
      },
    ]);
  });

  test.each([
    ['rastrear una encomienda', 'tracking'],
    ['rastrear encomienda', 'tracking'],
    ['un dia como hoy', 'that-day'],
    ['dia hoy', 'that-day'],
    ['un envio', 'tracking'],
  ])('finds the translation "%s" of several words, also without stop words', (q, group) => {
    for (const each of [expander, createTermExpander(SMALL)])
      expect(each.expand(tokensOf(q))).toMatchObject([{ start: 0, groups: [group], languages: ['es'] }]);
  });

  test.each(['un dia como hoy', 'dia hoy', 'rastrear encomienda'])('finds all groups of the translation "%s"', q => {
    const translations = { es: ['un dia como hoy', 'rastrear una encomienda'] };
    const groups = [...SMALL.groups, { id: 'other', terms: ['other', 'another'], translations }];
    const [found] = createTermExpander({ ...SMALL, groups }).expand(tokensOf(q));
    expect(found?.groups).toEqual([expect.any(String), 'other']);
    expect(found?.alternatives).toHaveLength(3);
  });

  test('does not shorten a translation to one word', () => {
    expect(expand('envio')).toEqual([]);
  });

  test('finds Japanese terms inside of tokens', () => {
    expect(expand('東京のショートメッセージを送る')).toMatchObject([{ start: 0, length: 1 }]);
    expect(expand('本')).toHaveLength(1);
    expect(expand('この本を読む')).toHaveLength(1);
  });

  test('does not find a Japanese term of one character inside of a compound', () => {
    expect(expand('日本')).toEqual([]);
    expect(expand('本屋')).toEqual([]);
  });

  test.each([
    ['ich will eine kurznachricht', 'de'],
    ['東京の天気', 'ja'],
    ['will i get a message', undefined],
    ['sms', undefined],
    ['', undefined],
  ])('detects the language of "%s"', (q, language) => {
    expect(expander.detectLanguage(tokensOf(q), expander.expand(tokensOf(q)))).toBe(language);
  });

  test('knows stop words by language', () => {
    expect(expander.isStopWord('eine', 'de')).toBe(true);
    expect(expander.isStopWord('eine', 'fr')).toBe(false);
    expect(expander.isStopWord('regen', 'de')).toBe(false);
  });

  test('returns the terms of a group', () => {
    expect(expander.alternativesOf('sms').map(({ tokens }) => tokens.join(' '))).toEqual([
      'sms',
      'text message',
      'mms',
    ]);
    expect(expander.alternativesOf('unknown')).toEqual([]);
  });
});

describe('the vocabulary of the registry', () => {
  let expander: TermExpander;

  beforeAll(() => {
    expander = createTermExpander(vocabulary);
  });

  test('has at least 600 groups', () => {
    expect(vocabulary.groups.length).toBeGreaterThanOrEqual(600);
  });

  test.each([
    ['text me when it rains', ['sms', 'rain']],
    ['convert currency', ['exchange-rate']],
    ['address to coordinates', ['geocode']],
    ['text from a scanned page', []],
    ['who owns this website', ['domain-owner']],
    ['Wettervorhersage für morgen', ['weather']],
    ['pronóstico del tiempo', ['weather']],
    ['jours fériés en 2027', ['public-holiday']],
    ['previsão do tempo', ['weather']],
    ['東京の天気予報', ['weather']],
    ['為替レートを知りたい', ['exchange-rate']],
  ])('finds the groups of "%s"', (q, groups) => {
    expect(expander.expand(tokensOf(q)).flatMap(each => each.groups)).toEqual(groups);
  });

  test.each([
    ['wie wird das wetter in berlin', 'de'],
    ['quiero saber el tiempo de mañana', 'es'],
    ['je cherche les jours fériés', 'fr'],
    ['quero saber a previsão do tempo', 'pt'],
    ['what is the weather in berlin', undefined],
    ['find a man to die for', undefined],
    ['comment', undefined],
    ['eu vat', undefined],
    ['todo list', undefined],
    ['sea temperature', undefined],
    ['ai chat', undefined],
  ])('detects the language of "%s"', (q, language) => {
    expect(expander.detectLanguage(tokensOf(q), expander.expand(tokensOf(q)))).toBe(language);
  });

  test('finds every term in its group', () => {
    const groups: Vocabulary['groups'] = vocabulary.groups;
    const missed = groups.flatMap(({ id, terms, narrower = [], translations = {} }) =>
      [...terms, ...narrower, ...Object.values(translations).flat()].filter(
        term => !expander.expand(tokensOf(term)).some(({ groups }) => groups.includes(id)),
      ),
    );
    expect(missed).toEqual([]);
  });
});
