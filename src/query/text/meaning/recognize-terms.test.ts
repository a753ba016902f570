import { describe, expect, test } from 'vitest';
import { normalizeText } from '../words/normalize-text.ts';
import { namesTwoCurrencies, recognizeTerms } from './recognize-terms.ts';
import names from './recognized-names.json' with { type: 'json' };

const recognize = (q: string) => recognizeTerms(normalizeText(q)).map(({ kind, value }) => `${kind} ${value}`);

describe('recognizeTerms', () => {
  test.each<[q: string, expected: string[]]>([
    ['convert 40 EUR to USD', ['amount 40', 'currency eur', 'currency usd']],
    ['what are $25.50 in yen', ['currency usd', 'amount 25 50', 'currency yen']],
    ['1,000€ in swiss francs', ['amount 1 000', 'currency eur', 'currency swiss francs']],
    ['40eur to gbp', ['amount 40eur', 'currency gbp']],
    ['2000 usd', ['amount 2000', 'currency usd']],
    ['weather in New York tomorrow', ['city new york', 'date tomorrow']],
    ['holidays in south korea next year', ['country south korea', 'date next year']],
    ['exchange rate on 2027-03-01', ['date 2027 03 01']],
    ['train at 10:30', ['date 10 30']],
    ['events on march 3', ['date march', 'number 3']],
    ['births in 1984', ['date 1984']],
    ['places within 5km', ['number 5km']],
    ['translate from English into German', ['language english', 'language german']],
    ['Wetter morgen in München', ['date morgen', 'city munchen']],
    ['clima en España mañana', ['country espana', 'date manana']],
    ['my Shopify orders', ['product shopify']],
  ])('recognizes the details of "%s"', (q, expected) => {
    expect(recognize(q)).toEqual(expected);
  });

  test.each([
    'text me when it rains',
    'try a word',
    'march of the penguins',
    'a pen and paper',
    'who won the match',
    'h264 video',
    'sha256 of a file',
    '',
    '!?',
  ])('recognizes nothing in "%s"', q => {
    expect(recognize(q)).toEqual([]);
  });

  test('reports indexes of words', () => {
    expect(recognizeTerms('rain in new york for 3 days')).toEqual([
      { kind: 'city', start: 2, length: 2, value: 'new york' },
      { kind: 'number', start: 5, length: 1, value: '3' },
    ]);
  });

  test('handles the longest queries', () => {
    const q = 'new york 40 '.repeat(16);
    expect(recognizeTerms(q)).toHaveLength(32);
  });
});

test.each([
  ['40 eur to usd', true],
  ['€40 in dollars', true],
  ['price of gold in eur', false],
  ['send 5 dollars', false],
])('reports for "%s" whether it names two currencies: %s', (q, expected) => {
  expect(namesTwoCurrencies(recognizeTerms(q))).toBe(expected);
});

test('has normalized names of one kind each', () => {
  const lists = [
    names.currency_codes,
    names.currency_names,
    names.countries,
    names.cities,
    names.languages,
    names.dates,
    names.months_with_another_meaning,
    names.products,
  ];
  const all = lists.flat();
  expect(all.filter(name => normalizeText(name) !== name)).toEqual([]);
  expect(all.filter((name, i) => all.indexOf(name) !== i)).toEqual([]);
  expect(names.ambiguous_currency_codes.filter(code => !names.currency_codes.includes(code))).toEqual([]);
});
