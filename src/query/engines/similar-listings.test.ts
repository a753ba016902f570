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
  ['pay.example', 'Zorba API', 'Takes card payments online. It tells jokes, too.'],
  ['money.example', 'Yarrow', 'Card payments for shops.'],
  ['jokes.example', 'Jester', 'Tells jokes.'],
  ['api.tidemark.example', 'Tidemark', 'Heights of the tide in harbors.'],
  ['mentions.example', 'Ports', 'The tide in harbors, and a link to Froblix.'],
  ['courier.example', 'Courier', 'Text messages to phones.'],
  ['gate.example', 'Gate', 'An sms gateway.'],
  ['written.example', 'Quill', 'The Vandelay alternative for latex.'],
  ['other.example', 'Wisp', 'Storage, the Tidemark alternative for files.'],
] as const;

const [base] = generatedEntries(1);
if (base === undefined) throw new Error('There are no entries.');
const entries = LISTINGS.map(([id, name, description]) => ({
  ...base,
  row: { ...base.row, id, name, description, status: 'verified' as const },
}));
const engines = [
  ['reference', createReferenceEngine(entries)],
  ['index', createIndexEngine(await buildIndex(entries))],
  ['D1', createD1Engine(await filledDatabase(entries))],
] as const;

test.each(engines)('returns listings like the one that the query names, and that one last (%s)', async (_, engine) => {
  const search = async (q: string) => {
    const { rows, match } = await engine.search({ ...DEFAULT_QUERY, q, sort: 'relevance' });
    return [match, ...parseRowTexts(rows).map(({ name }) => name)];
  };
  expect(await search('zorba alternative')).toEqual(['partial', 'Yarrow', 'Zorba API']);
  expect(await search('apis similar to zorba')).toEqual(['partial', 'Yarrow', 'Zorba API']);
  expect(await search('alternatives to tide mark')).toEqual(['partial', 'Ports', 'Tidemark']);
  // Neither a typo nor another word for the name changes the result.
  expect(await search('zobra competitors')).toEqual(['partial', 'Yarrow', 'Zorba API']);
  // No listing has this name, so that nothing is like it.
  expect(await search('froblix alternative')).toEqual(['none']);
  // The text of the query is in the description.
  expect(await search('vandelay alternative')).toEqual(['exact', 'Quill']);
  expect(await search('tidemark alternative')).toEqual(['exact', 'Wisp', 'Tidemark']);
  // A thing has other words.
  expect(await search('sms alternative')).toEqual(['partial', 'Courier']);
});
