import { describe, expect, test } from 'vitest';
import type { Row } from '#contract/row.ts';
import type { Matches } from '../engine.ts';
import { createReferenceEngine } from '../engines/reference-engine.ts';
import { generatedEntries } from '../entries.fixture.ts';
import { DEFAULT_QUERY } from '../query.ts';
import { isRare } from './relevance.ts';

const base = generatedEntries(1)[0]?.row as Row;

describe('ranking', () => {
  test.each([
    ['a name above a description', 'tide', ['Tide: heights', 'Heights: tide']],
    ['a word above a prefix', 'tide', ['Tide: x', 'Tidewater: x']],
    ['a prefix above another substring', 'tide', ['Tidewater: x', 'Ebbtide: x']],
    ['singular and plural alike', 'harbours', ['Harbours: x', 'Harbour: x']],
    ['a full name above part of a name', 'tide', ['Tide: x', 'Tide and moon: x']],
    ['a rare word above similar names', 'mails', ['Scrape: mails', 'Mailscript: mailsync', 'Mail squad: mailsync']],
    ['more matched terms above fewer', 'tide at oban harbour', ['Oban: harbour tide', 'Harbour: tide']],
  ])('prefers %s', (_, q, texts) => {
    expect(found(q, texts.toReversed()).names).toEqual(texts.map(nameOf));
  });

  test('prefers verified listings among equal matches', () => {
    const rows = ['unverified', 'verified', 'unverified'].map((status, i) => ({ ...base, id: `${i}.example`, status }));
    const { rows: bytes } = search(rows as Row[], base.name);
    expect(parsed(bytes).map(({ id }) => id)).toEqual(['1.example', '0.example', '2.example']);
  });
});

describe('a natural-language query', () => {
  const texts = ['Ocean: tide tables of every harbour', 'Sky: a forecast of the weather', 'Road: the traffic on a map'];

  test('matches listings that contain each term', () => {
    expect(found('forecast of the weather', texts)).toEqual({ names: ['Sky'], matched: 'all' });
  });

  test('matches listings with most terms if none contains all', () => {
    expect(found('weather forecast for tomorrow', texts)).toEqual({ names: ['Sky'], matched: 'most' });
  });

  test('matches nothing if only its stop words are known', () => {
    expect(found('where is the zeppelin', texts)).toEqual({ names: [], matched: 'most' });
  });
});

test('corrects typos only in words that few listings contain', () => {
  expect(found('book', ['Look: x', 'Hook: x']).names).toEqual(['Look', 'Hook']);
  expect(found('book', ['Look: x', 'Book: x']).names).toEqual(['Book']);
  expect([isRare(0, 10), isRare(1, 10), isRare(9, 10_000), isRare(10, 10_000)]).toEqual([true, false, true, false]);
});

/** Searches rows that have the form `name: description`. */
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
