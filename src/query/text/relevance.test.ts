import { describe, expect, test } from 'vitest';
import type { Row } from '#listing/row.ts';
import type { Matches } from '../engine.ts';
import { createReferenceEngine } from '../engines/reference-engine.ts';
import { generatedEntries } from '../entries.fixture.ts';
import { DEFAULT_QUERY } from '../query.ts';
import { isRare } from './relevance.ts';

const base = generatedEntries(1)[0]?.row as Row;

describe('what fits better comes first', () => {
  test.each([
    ['a name before a description', 'tide', ['Tide: heights', 'Heights: tide']],
    ['a word before the beginning of one', 'tide', ['Tide: x', 'Tidewater: x']],
    ['the beginning before another part', 'tide', ['Tidewater: x', 'Ebbtide: x']],
    ['a singular like a plural', 'harbours', ['Harbours: x', 'Harbour: x']],
    ['the whole name before a part of one', 'tide', ['Tide: x', 'Tide and moon: x']],
    [
      'a word that hardly any listing has before names that are like it',
      'mails',
      ['Scrape: mails', 'Mailscript: mailsync', 'Mail squad: mailsync'],
    ],
    ['more of a question before less', 'tide at oban harbour', ['Oban: harbour tide', 'Harbour: tide']],
  ])('%s', (_, q, texts) => {
    expect(found(q, texts.toReversed()).names).toEqual(texts.map(nameOf));
  });

  test('the verified before the others, where all else is equal', () => {
    const rows = ['unverified', 'verified', 'unverified'].map((status, i) => ({ ...base, id: `${i}.example`, status }));
    const { rows: bytes } = search(rows as Row[], base.name);
    expect(parsed(bytes).map(({ id }) => id)).toEqual(['1.example', '0.example', '2.example']);
  });
});

describe('a question', () => {
  const texts = ['Ocean: tide tables of every harbour', 'Sky: a forecast of the weather', 'Road: the traffic on a map'];

  test('is answered by what has every word', () => {
    expect(found('forecast of the weather', texts)).toEqual({ names: ['Sky'], matched: 'all' });
  });

  test('is answered by what has most of it, when nothing has every word', () => {
    expect(found('weather forecast for tomorrow', texts)).toEqual({ names: ['Sky'], matched: 'most' });
  });

  test('of which nothing is known but what every listing says has no answer', () => {
    expect(found('where is the zeppelin', texts)).toEqual({ names: [], matched: 'most' });
  });
});

test('typing errors are looked for in words that few listings have', () => {
  expect(found('book', ['Look: x', 'Hook: x']).names).toEqual(['Look', 'Hook']);
  expect(found('book', ['Look: x', 'Book: x']).names).toEqual(['Book']);
  expect([isRare(0, 10), isRare(1, 10), isRare(9, 10_000), isRare(10, 10_000)]).toEqual([true, false, true, false]);
});

/** Searches rows that are written as `name: description`. */
function found(q: string, texts: readonly string[]) {
  const rows = texts.map((text, i) => {
    const [name = '', description = ''] = text.split(': ');
    return { ...base, id: `${i}.example`, name, description, status: 'verified' } as const;
  });
  const { rows: bytes, matched } = search(rows, q);
  return { names: parsed(bytes).map(({ name }) => name), matched };
}

function search(rows: readonly Row[], q: string): Matches {
  const engine = createReferenceEngine(rows.map(row => ({ row, changedAt: row.updated_at })));
  return engine.search({ ...DEFAULT_QUERY, q, sort: 'relevance' }) as Matches;
}

function parsed(rows: Uint8Array): Row[] {
  return JSON.parse(`[${new TextDecoder().decode(rows)}]`);
}

function nameOf(text: string): string {
  return text.split(': ')[0] ?? '';
}
