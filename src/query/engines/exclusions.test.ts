import { expect, test } from 'vitest';
import { generatedEntries } from '../entries.fixture.ts';
import { buildIndex } from '../index/build-index.ts';
import { DEFAULT_QUERY } from '../query.ts';
import { parseRowTexts } from '../row-text.ts';
import { createD1Engine } from './d1/d1-engine.ts';
import { filledDatabase } from './d1/sqlite.fixture.ts';
import { createIndexEngine } from './index-engine.ts';
import { createReferenceEngine } from './reference-engine.ts';

const LISTINGS = [
  ['Acme Maps', 'Street maps by Acme.'],
  ['Borea Maps', 'Street maps, unlike Acme.'],
  ['Maps without Acme', 'Street maps.'],
  ['Tides', 'Heights of the tide, for which no account is required.'],
] as const;

const [base] = generatedEntries(1);
if (base === undefined) throw new Error('There are no entries.');
const entries = LISTINGS.map(([name, description], i) => ({
  ...base,
  row: { ...base.row, id: `${i}.example`, name, description, status: 'verified' as const },
}));
const engines = [
  ['reference', createReferenceEngine(entries)],
  ['index', createIndexEngine(await buildIndex(entries))],
  ['D1', createD1Engine(await filledDatabase(entries))],
] as const;

test.each(engines)('ranks listings with an excluded name last (%s)', async (_, engine) => {
  const search = async (q: string) => {
    const { rows, match } = await engine.search({ ...DEFAULT_QUERY, q, sort: 'relevance' });
    return [match, ...parseRowTexts(rows).map(({ name }) => name)];
  };
  expect(await search('maps -acme')).toEqual(['exact', 'Borea Maps', 'Acme Maps', 'Maps without Acme']);
  expect(await search('maps without acme')).toEqual(['exact', 'Maps without Acme', 'Borea Maps', 'Acme Maps']);
  expect((await search('acme maps'))[1]).toBe('Acme Maps');
  expect(await search('tides without acme')).toEqual(['exact', 'Tides']);
  expect(await search('tides no account')).toEqual(['exact', 'Tides']);
  expect((await search('acme alternative')).slice(0, 2)).toEqual(['partial', 'Borea Maps']);
});
