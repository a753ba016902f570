import { expect, test } from 'vitest';
import { findParamsError } from './params-error.ts';

const CLIENT = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };

function request(method: string, params?: unknown): object {
  return { jsonrpc: '2.0', id: 7, method, params };
}

test.each([
  ['initialize', undefined, '"protocolVersion" is missing. Add a string.'],
  ['initialize', { ...CLIENT, protocolVersion: 5 }, '"protocolVersion" must be a string.'],
  ['initialize', { ...CLIENT, capabilities: [] }, '"capabilities" must be an object.'],
  ['initialize', { ...CLIENT, clientInfo: 'test' }, '"clientInfo.name" is missing. Add a string.'],
  ['tools/list', { cursor: 5 }, '"cursor" must be a string. If you have none, omit it.'],
  ['tools/list', { cursor: null }, '"cursor" must be a string. If you have none, omit it.'],
  ['tools/list', { cursor: 'page-2' }, 'Unknown "cursor". Each list has only one page: omit the cursor.'],
  ['resources/templates/list', { cursor: 'x' }, 'Unknown "cursor". Each list has only one page: omit the cursor.'],
  ['tools/call', {}, '"name" is missing. Add a string.'],
  ['tools/call', { name: 7 }, '"name" must be a string.'],
  ['tools/call', { name: 'x', arguments: null }, '"arguments" must be an object. If you have none, omit it.'],
  ['tools/call', { name: 'x', arguments: ['y'] }, '"arguments" must be an object. If you have none, omit it.'],
  ['prompts/get', { name: 'x', arguments: { task: 5 } }, '"arguments" must be an object of strings.'],
  ['resources/read', {}, '"uri" is missing. Add a string.'],
])('explains the invalid parameters of %s: %j', (method, params, text) => {
  const error = { code: -32_602, message: expect.stringContaining(`Invalid params: ${text}`) };
  expect(findParamsError(request(method, params))).toEqual({ jsonrpc: '2.0', id: 7, error });
});

test.each([
  request('initialize', CLIENT),
  request('tools/list'),
  request('tools/list', {}),
  request('tools/list', { cursor: '' }),
  request('tools/call', { name: 'x' }),
  request('tools/call', { name: 'x', arguments: { q: null } }),
  request('prompts/get', { name: 'x', arguments: { task: 'y' } }),
  request('initialize', { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } }),
  request('unknown/method', { cursor: 5 }),
  { jsonrpc: '2.0', method: 'tools/list', params: { cursor: 5 } },
  { jsonrpc: '2.0', id: null, method: 'resources/read' },
  { jsonrpc: '2.0', id: 1.5, method: 'resources/read' },
  { id: 7, method: 'resources/read' },
  request('resources/read', ['registry://guidance']),
  [request('resources/read')],
  null,
])('leaves %j to the SDK', message => {
  expect(findParamsError(message)).toBeUndefined();
});
