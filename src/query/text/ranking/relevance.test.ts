import { describe, expect, test } from 'vitest';
import type { Row } from '#contract/row.ts';
import type { Matches } from '../../engine.ts';
import { createReferenceEngine } from '../../engines/reference-engine.ts';
import { generatedEntries } from '../../entries.fixture.ts';
import { DEFAULT_QUERY } from '../../query.ts';
import { parseRowTexts } from '../../row-text.ts';
import { isRare } from '../concept-terms.ts';
import { computeRelevance, createGrader, findCoverageLimits, NEAR, PARTIAL, weighMeaning } from './relevance.ts';

const base = generatedEntries(1)[0]?.row as Row;

describe('ranking', () => {
  test.each([
    ['a name above a description', 'tide', ['Tide: heights', 'Heights: tide']],
    ['a word above a prefix', 'tide', ['Tide: x', 'Tidewater: x']],
    ['a word above its forms', 'harbors', ['Harbors: x', 'Harbor: x']],
    ['a form above a synonym', 'text messages', ['Text message: x', 'Sms: x']],
    ['a synonym above a prefix', 'sms', ['Text message: x', 'Old smsgate: x']],
    ['a full name above part of a name', 'tide', ['Tide: x', 'Tide and moon: x']],
    ['a rare word above similar names', 'mails', ['Scrape: mails', 'Mail squad: mailsync', 'Old mailscript: mailsync']],
    ['more matched terms above fewer', 'tide at oban harbor', ['Oban: harbor tide', 'Harbor: tide']],
  ])('prefers %s', (_, q, texts) => {
    expect(found(q, texts.toReversed()).names).toEqual(texts.map(nameOf));
  });

  test('prefers verified listings that respond among equal matches', () => {
    const states = [
      ['unverified', true],
      ['verified', false],
      ['verified', null],
      ['verified', true],
      ['unverified', null],
    ] as const;
    const rows = states.map(([status, responding], i) => ({
      ...base,
      id: `${i}.example`,
      status,
      observed: { ...base.observed, responding },
    }));
    const { rows: texts } = search(rows as Row[], base.name);
    expect(parseRowTexts(texts).map(({ id }) => id)).toEqual(['3', '0', '1', '2', '4'].map(name => `${name}.example`));
  });
});

describe('a natural-language query', () => {
  const texts = ['Ocean: tide tables of every harbor', 'Sky: a forecast of the weather', 'Road: the traffic on a map'];

  test('matches listings that contain each term', () => {
    expect(found('forecast of the weather', texts)).toEqual({ names: ['Sky'], match: 'exact' });
  });

  test('matches listings without details of the need', () => {
    expect(found('weather forecast for Paris tomorrow', texts)).toEqual({ names: ['Sky'], match: 'partial' });
  });

  test('counts only the rarest of very many frequent words, so that no listing is known to have all', () => {
    const trees = 'alder aspen beech birch cedar elm hazel larch maple oak pine poplar spruce willow'.split(' ');
    const forest = Array.from({ length: 5 }, (_, i) => `Wood${i}: ${trees.join(' ')}${i === 3 ? ' zither' : ''}`);
    expect(found(trees.slice(0, 8).join(' '), forest).match).toBe('exact');
    expect(found([...trees, 'zither'].join(' '), forest)).toMatchObject({
      names: expect.arrayContaining(['Wood3']),
      match: 'partial',
    });
    expect(found([...trees, 'zither'].join(' '), forest).names[0]).toBe('Wood3');
  });

  test('matches nothing if only its stop words are known', () => {
    expect(found('where is the zeppelin', texts)).toEqual({ names: [], match: 'none' });
  });

  test('matches a query of stop words only literally', () => {
    const { names, match } = found('of the', texts);
    expect([names[0], match]).toEqual(['Sky', 'exact']);
    expect(found('of the who', texts)).toEqual({ names: [], match: 'none' });
    expect(found('we', texts)).toEqual({ names: [], match: 'none' });
    expect(found('use', ['Tool: used by all', ...texts])).toEqual({ names: [], match: 'none' });
    expect(found('very much', ['Tool: very', ...texts])).toEqual({ names: [], match: 'none' });
  });

  test('reports whole words as an exact match, however little they count in a listing', () => {
    const long = `Zoo: ${'a park with animals, '.repeat(100)} pangolins, and one pelican`;
    expect(found('pelican', [long, ...texts])).toEqual({ names: ['Zoo'], match: 'exact' });
    expect(found('pelican and pangolin', [long, ...texts])).toEqual({ names: ['Zoo'], match: 'exact' });
  });

  test('reports synonyms as a partial match', () => {
    expect(found('text message', ['Sender: sms to phones', ...texts])).toEqual({ names: ['Sender'], match: 'partial' });
  });

  test('reports a known abbreviation as a partial match', () => {
    expect(found('global positioning system', ['Reader: gps receivers', ...texts])).toEqual({
      names: ['Reader'],
      match: 'partial',
    });
  });

  test('reports the start of a word as a partial match, however little the word counts in a listing', () => {
    const long = `Zoo: ${'a park with animals, '.repeat(100)} and one pelican`;
    expect(found('pel', [long, ...texts])).toEqual({ names: ['Zoo'], match: 'partial' });
  });

  test('reports corrected typos as a near match, however little the words count in a listing', () => {
    expect(found('forcast', texts)).toEqual({ names: ['Sky'], match: 'near' });
    const long = `Zoo: ${'a park with animals, '.repeat(100)} and one pelican`;
    expect(found('pelicna', [long, ...texts])).toEqual({ names: ['Zoo'], match: 'near' });
  });

  test('expands a corrected word as one that was spelled right', () => {
    const senders = ['Sender: sms to phones', 'Board: a message of the day', 'Reader: text of a page', ...texts];
    expect(found('text mesage', senders).names[0]).toBe('Sender');
    expect(found('text mesage', senders).match).toBe('partial');
  });

  test('finds a term of the vocabulary that is written without a space', () => {
    expect(found('weatherforecast', texts)).toEqual({ names: ['Sky'], match: 'partial' });
    expect(found('textmessages', ['Sender: sms to phones', ...texts])).toEqual({ names: ['Sender'], match: 'partial' });
  });

  test('inserts a missing space between words of listings', () => {
    const lands = ['Land: zebras near giraffes', 'Water: giants', ...texts];
    expect(found('zebrasgiraffes', lands)).toEqual({ names: ['Land'], match: 'near' });
    expect(found('zebraszeppelin', lands)).toEqual({ names: [], match: 'none' });
  });

  test('corrects one typo in a word, but not two', () => {
    const lands = ['Land: zebras and rhinoceroses', ...texts];
    expect(found('the rhinoceross', lands)).toEqual({ names: ['Land'], match: 'near' });
    expect(found('the rhinoceroosses', lands)).toEqual({ names: [], match: 'none' });
    expect(found('traffic on Rhinoceroosses', lands).names).toEqual(['Road']);
  });

  test('ignores words that only phrase the request', () => {
    expect(found('please find me the latest weather forecast', texts)).toMatchObject({ names: ['Sky'] });
  });

  test('ignores unknown proper names', () => {
    expect(found('the traffic around Zwickau and Quedlinburg', texts)).toEqual({ names: ['Road'], match: 'partial' });
  });

  test('marks a listing as near if it has only a minor part of the need', () => {
    expect(found('sell zebras, guitars and knitted socks from a map', texts)).toEqual({
      names: ['Road'],
      match: 'near',
    });
  });

  test('marks listings as near if none mentions the product of the need', () => {
    expect(found('the traffic on Shopify', texts)).toEqual({ names: ['Road'], match: 'near' });
    expect(found('the traffic on Shopify', ['Shop: traffic of Shopify on a map']).match).toBe('exact');
  });

  test('needs the prominent words of a term, not only a common one', () => {
    const many = Array.from({ length: 20 }, (_, i) => `Service ${i}: numbers of phones`);
    expect(found('lottery numbers', many).match).not.toBe('partial');
    expect(found('lottery numbers', [...many, 'Luck: lottery numbers']).names[0]).toBe('Luck');
  });

  test('needs less of what follows a preposition', () => {
    const many = [...texts, ...Array.from({ length: 20 }, (_, i) => `Service ${i}: an interface`)];
    expect(found('traffic map of zebras', many).match).toBe('partial');
    expect(found('zebra traffic map', many).match).toBe('near');
  });

  test('matches the name of a listing with a typo', () => {
    const many = Array.from({ length: 20 }, (_, i) => `Service ${i}: an interface of records`);
    expect(found('Jijosgdu Records', ['Jijosedu Records: an archive', ...many]).names[0]).toBe('Jijosedu Records');
  });

  test('matches the start of a word from 3 letters on', () => {
    const lands = ['Land: zebras and giraffes', 'Water: giants', ...texts];
    expect(found('zebras gia', lands).names).toEqual(['Land', 'Water']);
    expect(found('zebras gi', lands)).toEqual({ names: ['Land'], match: 'partial' });
    expect(found('fo', texts).names).toEqual([]);
  });

  test('matches the start of a word in British spelling', () => {
    expect(found('recognisi', ['Ear: recognising birds', ...texts]).names).toEqual(['Ear']);
  });

  test('matches a number that is the whole query', () => {
    expect(found('1851', ['Times: an archive since 1851', ...texts]).names).toEqual(['Times']);
  });

  test('never matches inside of words', () => {
    expect(found('sms', ['Life: organisms of the sea']).names).toEqual([]);
    expect(found('tide', ['Ebbtide: x']).names).toEqual([]);
  });
});

test.each([
  [2, 'the similar meaning'],
  [10, 'more of the words'],
])('with %i concepts, prefers %s', (concepts, expected) => {
  const weight = weighMeaning(concepts);
  const similar = computeRelevance(0.5, weight, 0.8);
  const literal = computeRelevance(0.6, weight, 0.4);
  expect(similar > literal ? 'the similar meaning' : 'more of the words').toBe(expected);
});

test('grades a prominent synonym of the only term partial, unless the listing means something else', () => {
  const grade = createGrader(1, false);
  expect([grade(0.85, 0.2), grade(0.85, -0.2)]).toEqual([PARTIAL, NEAR]);
});

test('grades a large part of a need in many words above one of a need in few', () => {
  expect([createGrader(2, false)(0.5, 0.3), createGrader(6, false)(0.5, 0.3)]).toEqual([NEAR, PARTIAL]);
});

test.each([1, 2, 5])('finds the least coverages of %i concepts for each grade', concepts => {
  const whole = 1000;
  const grade = createGrader(concepts, false);
  const grades = Array.from({ length: whole + 1 }, (_, covered) => grade(covered / whole, undefined));
  const { near, partial } = findCoverageLimits(grade, whole);
  expect(grades.map(each => [each >= NEAR, each >= PARTIAL])).toEqual(
    grades.map((_, covered) => [covered >= near, covered >= partial]),
  );
});

test('has a limit of zero for a query of one word', () => {
  expect(findCoverageLimits(createGrader(1, true), 1000)).toEqual({ near: 0, partial: 0 });
});

test('corrects typos only in long words that few listings contain', () => {
  expect(found('house', ['Mouse: x', 'Horse: x']).names).toEqual(['Mouse', 'Horse']);
  expect(found('house', ['Mouse: x', 'House: x']).names).toEqual(['House']);
  expect(found('book', ['Look: x', 'Hook: x']).names).toEqual([]);
  expect([isRare(0, 10), isRare(1, 10), isRare(9, 10_000), isRare(10, 10_000)]).toEqual([true, false, true, false]);
});

/** Searches rows that have the form `name: description`. */
function found(q: string, texts: readonly string[]) {
  const rows = texts.map((text, i) => {
    const [name = '', description = ''] = text.split(': ');
    return { ...base, id: `${i}.example`, name, description, status: 'verified' } as const;
  });
  const { rows: rowTexts, match } = search(rows, q);
  return { names: parseRowTexts(rowTexts).map(({ name }) => name), match };
}

function search(rows: readonly Row[], q: string): Matches {
  const engine = createReferenceEngine(rows.map(row => ({ row, changedAt: row.updated_at })));
  return engine.search({ ...DEFAULT_QUERY, q, sort: 'relevance' }) as Matches;
}

function nameOf(text: string): string {
  return text.split(': ')[0] ?? '';
}
