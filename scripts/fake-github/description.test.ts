import { expect, test } from 'vitest';
import { findReplyErrors, findRequestErrors } from './description.ts';

const params = { owner: 'acme', repo: 'registry' };

test('reports missing, extra, and invalid parts of a request', () => {
  const list = (query: Record<string, string>) =>
    findRequestErrors('GET /repos/{owner}/{repo}/pulls', { params, query, body: undefined });
  expect(list({ state: 'open', per_page: '100' })).toEqual([]);
  expect(list({ state: 'merged' })).toEqual([expect.stringContaining('query parameter state is merged')]);
  expect(list({ per_page: 'all' })).toEqual([expect.stringContaining('per_page is all')]);
  expect(list({ since: 'monday' })).toEqual(['query parameter since is not described']);

  const open = (body: unknown) => findRequestErrors('POST /repos/{owner}/{repo}/pulls', { params, query: {}, body });
  expect(open({ head: 'a', base: 'main', title: 'List it' })).toEqual([]);
  expect(open({ head: 'a', title: 'List it' })).toEqual(["body must have required property 'base'"]);
  expect(open(undefined)).toEqual(['the body is missing']);
});

test('reports an invalid status or body of a response', () => {
  const reply = (status: number, body: unknown) =>
    findReplyErrors('POST /repos/{owner}/{repo}/issues/{issue_number}/labels', status, body);
  const label = {
    id: 1,
    node_id: 'L',
    url: 'https://a.example',
    name: 'x',
    description: null,
    color: 'f',
    default: false,
  };
  expect(reply(200, [label])).toEqual([]);
  expect(reply(200, [{ ...label, url: 'no address' }])).toEqual(['body/0/url must match format "uri"']);
  expect(reply(200, [{ ...label, id: '1' }])).toEqual(['body/0/id must be integer']);
  expect(reply(204, undefined)).toEqual(['status 204 is not described']);
  expect(reply(503, { message: 'Down' })).toEqual([]);
  expect(reply(422, { message: 'Validation Failed' })).toEqual([expect.stringContaining('documentation_url')]);
});
