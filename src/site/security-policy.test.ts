import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { readHeaderRules } from '#edge/middleware/header-rules.ts';
import { addSecurityRules, createPageHeaders } from './security-policy.ts';

const apart = {
  siteUrl: 'https://site.example',
  registryUrl: 'https://registry.example/v1',
  validatorUrl: 'https://validator.example',
};
const local = {
  siteUrl: 'http://127.0.0.1:1',
  registryUrl: 'http://127.0.0.1:1',
  validatorUrl: 'http://127.0.0.1:1/v',
};

function directives(addresses: typeof apart): ReadonlyMap<string, readonly string[]> {
  const policy = createPageHeaders(addresses)['Content-Security-Policy'] ?? '';
  return new Map(policy.split('; ').map(each => [each.split(' ', 1)[0] ?? '', each.split(' ').slice(1)]));
}

test('allows only the listed sources and nothing inline', () => {
  const policy = directives(apart);
  expect(policy.get('default-src')).toEqual(["'none'"]);
  expect(policy.get('script-src')).toEqual(["'self'", "'wasm-unsafe-eval'"]);
  expect(policy.get('style-src')).toEqual(["'self'"]);
  expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
  expect(policy.get('base-uri')).toEqual(["'none'"]);
});

test('allows requests to the registry and its validator, with each origin once', () => {
  expect(directives(apart).get('connect-src')).toEqual([
    "'self'",
    'https://site.example',
    'https://registry.example',
    'https://validator.example',
  ]);
  expect(directives(local).get('connect-src')).toEqual(["'self'", 'http://127.0.0.1:1']);
});

test('sends Strict-Transport-Security only for a site on https', () => {
  expect(createPageHeaders(apart)).toHaveProperty('Strict-Transport-Security');
  expect(createPageHeaders(local)).not.toHaveProperty('Strict-Transport-Security');
});

test('adds a rule for all paths before the existing rules', () => {
  const headersOf = readHeaderRules(addSecurityRules('/*.md\n  Content-Type: text/markdown\n', apart));
  expect(Object.fromEntries(headersOf('/feed.xml'))).toEqual(createPageHeaders(apart));
  const ofListing = Object.fromEntries(headersOf('/apis/a.example/'))['Content-Security-Policy'];
  expect(ofListing).toContain(' https://a.example;');
  expect(ofListing?.match(/default-src/g)).toHaveLength(1);
  expect(Object.fromEntries(headersOf('/index.md'))).toEqual({
    'Content-Type': 'text/markdown',
    ...createPageHeaders(apart),
  });
});

test('makes browsers revalidate pages, but not other files', async () => {
  const headersOf = readHeaderRules(addSecurityRules(await readFile('public/_headers', 'utf8'), apart));
  const policyOf = (name: string) => Object.fromEntries(headersOf(name))['Cache-Control'];
  for (const page of ['/', '/index.html', '/browse/', '/apis/a.example/', '/apis/a.example/index.html', '/404.html'])
    expect(policyOf(page), page).toBe('public, no-cache');
  for (const other of ['/feed.xml', '/listings.json', '/badges/a.example.svg', '/apis/a.example/index.md'])
    expect(policyOf(other), other).toMatch(/^public, max-age=60/);
  expect(policyOf('/_astro/a.css')).toContain('immutable');
});

test('allows the page of a listing, and no other page, to connect to the origin of the listing', () => {
  const headersOf = readHeaderRules(addSecurityRules('', apart));
  const sourcesOf = (page: string) => {
    const policy = Object.fromEntries(headersOf(page))['Content-Security-Policy'] ?? '';
    return (/connect-src ([^;]*)/.exec(policy)?.[1] ?? '').split(' ').slice(4);
  };
  expect(sourcesOf('/apis/a.example/')).toEqual(['https://a.example']);
  expect(sourcesOf('/apis/a.example_8443/endpoints/2/')).toEqual(['https://a.example:8443']);
  expect(sourcesOf("/apis/a.example; script-src 'unsafe-inline'/")).toEqual(['https://host.invalid']);
  expect(sourcesOf('/browse/')).toEqual([]);
});
