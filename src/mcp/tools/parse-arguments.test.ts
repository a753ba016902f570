import { expect, test } from 'vitest';
import { TOOLS } from './all-tools.ts';
import { parseArguments } from './parse-arguments.ts';

function parse(name: string, args: object) {
  const tool = TOOLS.find(each => each.name === name);
  if (!tool) throw new Error(`Unknown tool: ${name}`);
  return parseArguments(tool.input, tool.findErrors)['~standard'].validate(args);
}

const CALL = { id: 'tides.example', method: 'GET', path: '/v1/tides' };

test.each([
  ['plan_call', { ...CALL, parameters: '{"harbor":"Oslo"}' }, { ...CALL, parameters: { harbor: 'Oslo' } }],
  ['search_listings', { category: '["weather"]', free_only: 'true' }, { category: ['weather'], free_only: true }],
  ['get_listing_history', { id: '7', limit: '5' }, { id: '7', limit: 5 }],
  ['search_listings', { q: '5', category: 'weather', limit: null }, { q: '5', category: 'weather' }],
  ['validate_manifest', { manifest: '{}' }, { manifest: '{}' }],
])('parses the arguments of %s: %j', (name, args, value) => {
  expect(parse(name, args)).toEqual({ value });
});

test.each([
  ['plan_call', { ...CALL, parameters: 'harbor=Oslo' }, 'parameters must be an object'],
  ['plan_call', { ...CALL, parameters: '["Oslo"]' }, 'parameters must be an object'],
  ['plan_call', { ...CALL, parameters: `${'['.repeat(100_000)}` }, 'parameters must be an object'],
  ['get_listing_history', { id: 'tides.example', limit: '2.5' }, 'limit must be a whole number'],
  ['get_listing', { id: 'tides.example', constructor: '{}' }, 'Unknown argument "constructor"'],
])('rejects the arguments of %s: %j', (name, args, message) => {
  expect(parse(name, args)).toEqual({ issues: [{ message: expect.stringContaining(message) }] });
});
