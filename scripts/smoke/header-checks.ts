import { request } from './request.ts';
import type { Check, Target } from './target.ts';

/** The headers that clients, caches and browsers rely on (design: HTTP). */
export const HEADER_CHECKS: readonly Check[] = [
  { name: 'headers of an answer', run: onAnswer },
  { name: 'what browsers may do with an answer and a page', run: guarded },
  { name: '304 to who has it', run: notModified },
  { name: 'HEAD wherever GET', run: head },
  { name: 'OPTIONS before a request of another origin', run: preflight },
  { name: '405 with Allow', run: otherMethod },
];

const PATH = '/listings?limit=1';

async function onAnswer({ registry }: Target): Promise<string[]> {
  const { headers } = await request(registry + PATH, { headers: { Origin: 'https://elsewhere.example' } });
  const wanted: Readonly<Record<string, RegExp>> = {
    ETag: /^"[^"]+"$/,
    'Cache-Control': /max-age=\d+/,
    'Access-Control-Allow-Origin': /^\*$/,
    'Access-Control-Expose-Headers': /ETag.*Link.*Location/,
    Link: /rel="first"/,
    'X-Request-Id': /^[\w-]{8,64}$/,
  };
  return Object.entries(wanted).flatMap(([name, pattern]) => {
    const value = headers.get(name);
    return pattern.test(value ?? '') ? [] : [`${name} is ${value ?? 'missing'}.`];
  });
}

async function guarded({ registry, site }: Target): Promise<string[]> {
  const [data, page] = await Promise.all([
    request(registry + PATH),
    request(`${site}/status/`, { headers: { Accept: 'text/html' } }),
  ]);
  const policies: readonly (readonly [typeof data, RegExp])[] = [
    [data, /^default-src 'none'; frame-ancestors 'none'$/],
    [page, /^default-src 'none'; script-src 'self'(?!.*unsafe-inline).*frame-ancestors 'none'$/],
  ];
  return policies.flatMap(([{ url, headers }, wanted]) => {
    const policy = headers.get('Content-Security-Policy') ?? 'missing';
    return [
      ...(wanted.test(policy) ? [] : [`The Content-Security-Policy of ${url} is ${policy}.`]),
      ...(headers.get('X-Content-Type-Options') === 'nosniff'
        ? []
        : [`${url} has no X-Content-Type-Options: nosniff.`]),
    ];
  });
}

async function notModified({ registry }: Target): Promise<string[]> {
  const { headers } = await request(registry + PATH);
  const again = await request(registry + PATH, { headers: { 'If-None-Match': headers.get('ETag') ?? '' } });
  return again.status === 304 && again.text === '' ? [] : [`It answered ${again.status}.`];
}

async function head({ registry }: Target): Promise<string[]> {
  const paths = ['/', '/listings', '/categories', '/agents', '/llms.txt', '/health', '/openapi.json'];
  const answers = await Promise.all(paths.map(path => request(registry + path, { method: 'HEAD' })));
  return answers.flatMap(({ url, status, text }) =>
    status === 200 && text === '' ? [] : [`HEAD ${url} answered ${status} with ${text.length} characters.`],
  );
}

async function preflight({ registry }: Target): Promise<string[]> {
  const headers = { Origin: 'https://elsewhere.example', 'Access-Control-Request-Method': 'POST' };
  const answer = await request(`${registry}/listings/submit`, { method: 'OPTIONS', headers });
  const allowed = answer.headers.get('Access-Control-Allow-Headers') ?? '';
  return answer.status === 204 && /content-type/i.test(allowed)
    ? []
    : [`It answered ${answer.status} and allows the headers "${allowed}".`];
}

async function otherMethod({ registry }: Target): Promise<string[]> {
  const { status, headers } = await request(`${registry}/listings`, { method: 'DELETE' });
  const allow = headers.get('Allow');
  return status === 405 && allow?.includes('GET') ? [] : [`It answered ${status} with Allow: ${allow}.`];
}
