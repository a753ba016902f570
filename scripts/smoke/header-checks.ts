import { request } from './request.ts';
import type { Check, Target } from './target.ts';

/** The headers that clients, caches, and browsers rely on (design: HTTP). */
export const HEADER_CHECKS: readonly Check[] = [
  { name: 'headers of a response', run: checkHeaders },
  { name: 'security headers of a response and a page', run: checkSecurityHeaders },
  { name: '304 for a matching If-None-Match', run: checkNotModified },
  { name: 'HEAD for routes with GET', run: checkHead },
  { name: 'OPTIONS for a request from another origin', run: checkPreflight },
  { name: '405 with Allow', run: checkMethodNotAllowed },
];

const PATH = '/listings?limit=1';

async function checkHeaders({ registry }: Target): Promise<string[]> {
  const { headers } = await request(registry + PATH, { headers: { Origin: 'https://elsewhere.example' } });
  const expected: Readonly<Record<string, RegExp>> = {
    ETag: /^"[^"]+"$/,
    'Cache-Control': /max-age=\d+/,
    'Access-Control-Allow-Origin': /^\*$/,
    'Access-Control-Expose-Headers': /ETag.*Link.*Location/,
    Link: /rel="first"/,
    'X-Request-Id': /^[\w-]{8,64}$/,
  };
  return Object.entries(expected).flatMap(([name, pattern]) => {
    const value = headers.get(name);
    return pattern.test(value ?? '') ? [] : [`${name} is ${value ?? 'missing'}.`];
  });
}

async function checkSecurityHeaders({ registry, site }: Target): Promise<string[]> {
  const [data, page] = await Promise.all([
    request(registry + PATH),
    request(`${site}/status/`, { headers: { Accept: 'text/html' } }),
  ]);
  const policies: readonly (readonly [typeof data, RegExp])[] = [
    [data, /^default-src 'none'; frame-ancestors 'none'$/],
    [page, /^default-src 'none'; script-src 'self'(?!.*unsafe-inline).*frame-ancestors 'none'$/],
  ];
  return policies.flatMap(([{ url, headers }, expected]) => {
    const policy = headers.get('Content-Security-Policy') ?? 'missing';
    return [
      ...(expected.test(policy) ? [] : [`The Content-Security-Policy of ${url} is ${policy}.`]),
      ...(headers.get('X-Content-Type-Options') === 'nosniff'
        ? []
        : [`${url} has no X-Content-Type-Options: nosniff.`]),
    ];
  });
}

async function checkNotModified({ registry }: Target): Promise<string[]> {
  const { headers } = await request(registry + PATH);
  const conditional = await request(registry + PATH, { headers: { 'If-None-Match': headers.get('ETag') ?? '' } });
  return conditional.status === 304 && conditional.text === '' ? [] : [`The registry returned ${conditional.status}.`];
}

async function checkHead({ registry }: Target): Promise<string[]> {
  const paths = ['/', '/listings', '/categories', '/agents', '/llms.txt', '/health', '/openapi.json'];
  const responses = await Promise.all(paths.map(path => request(registry + path, { method: 'HEAD' })));
  return responses.flatMap(({ url, status, text }) =>
    status === 200 && text === '' ? [] : [`HEAD ${url} returned ${status} with ${text.length} characters.`],
  );
}

async function checkPreflight({ registry }: Target): Promise<string[]> {
  const headers = { Origin: 'https://elsewhere.example', 'Access-Control-Request-Method': 'POST' };
  const response = await request(`${registry}/listings/submit`, { method: 'OPTIONS', headers });
  const allowed = response.headers.get('Access-Control-Allow-Headers') ?? '';
  return response.status === 204 && /content-type/i.test(allowed)
    ? []
    : [`The registry returned ${response.status} and allowed the headers "${allowed}".`];
}

async function checkMethodNotAllowed({ registry }: Target): Promise<string[]> {
  const { status, headers } = await request(`${registry}/listings`, { method: 'DELETE' });
  const allow = headers.get('Allow');
  return status === 405 && allow?.includes('GET') ? [] : [`The registry returned ${status} with Allow: ${allow}.`];
}
