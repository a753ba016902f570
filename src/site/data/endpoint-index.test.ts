import { expect, test } from 'vitest';
import { endpointPages } from '#listing/endpoint-pages.ts';
import { createEndpointIndex } from './endpoint-index.ts';

const endpoints = (paths: readonly string[]) => paths.map(path => ({ method: 'GET', path }));
const numbered = (length: number, path: (at: number) => string) =>
  endpoints(Array.from({ length }, (_, at) => path(at)));

test('has one line for each group with a link to its start', () => {
  const pages = endpointPages([...numbered(30, at => `/v1/boats/${at}`), ...numbered(40, at => `/v1/tides/${at}`)]);
  expect(pages.map(page => page.length)).toEqual([50, 20]);
  expect(
    createEndpointIndex('a.example', [...pages.slice(0, 1), numbered(20, at => `/v1/tides/${at}/heights`)]),
  ).toEqual([
    { text: '/v1/boats', href: '/apis/a.example/#endpoints-v1-boats', count: 30 },
    { text: '/v1/tides', href: '/apis/a.example/#endpoints-v1-tides', count: 20 },
    {
      text: '/v1/tides/0/heights … /v1/tides/19/heights',
      href: '/apis/a.example/endpoints/2/#endpoints',
      count: 20,
    },
  ]);
  const twice = [
    numbered(8, at => `/v1/${at % 2 ? 'a' : 'b'}/${at}`),
    numbered(8, at => `/v1/${at > 4 ? 'c' : 'a'}/${at}`),
  ];
  expect(createEndpointIndex('a.example', twice).map(({ text, count }) => [text, count])).toEqual([
    ['/v1/b', 4],
    ['/v1/a', 9],
    ['/v1/c', 3],
  ]);
});

test('has one line for each page if there are too many groups', () => {
  const pages = endpointPages(numbered(1000, at => `/${Math.floor(at / 2)}/${at}`));
  const lines = createEndpointIndex('a.example', pages);
  expect(lines.length).toBe(pages.length);
  expect(lines[1]).toMatchObject({ text: '/25/50 … /49/99', count: 50 });
});

test('truncates a long path', () => {
  const [line] = createEndpointIndex('a.example', [endpoints([`/${'x'.repeat(5000)}`]), []]);
  expect(line?.text.length).toBeLessThan(100);
});
