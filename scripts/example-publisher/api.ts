import { randomUUID } from 'node:crypto';
import type { Behavior } from './behavior.ts';
import { createDiscoveryDocument, createPaymentTerms } from './payment-terms.ts';
import { computeDaylight, computeMoonPhase } from './tides.ts';

export interface ApiRequest {
  readonly method: string;
  readonly url: URL;
  readonly key: string | undefined;
}

export interface ApiResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const PLACES: Readonly<
  Record<string, { readonly name: string; readonly latitude: number; readonly longitude: number }>
> = {
  london: { name: 'London', latitude: 51.5, longitude: -0.13 },
  nairobi: { name: 'Nairobi', latitude: -1.29, longitude: 36.82 },
  quito: { name: 'Quito', latitude: -0.18, longitude: -78.47 },
  tromso: { name: 'Tromsø', latitude: 69.65, longitude: 18.96 },
  wellington: { name: 'Wellington', latitude: -41.29, longitude: 174.78 },
};

const NOT_FOUND: ApiResponse = { status: 404, body: { error: 'Not found.' } };

/** Creates the API: a function from a request and a behavior to a response. It remembers the keys that it issued. */
export function createApi(now: () => number): (request: ApiRequest, behavior: Behavior) => ApiResponse {
  const keys = new Set<string>();

  function issueKey(method: string): ApiResponse {
    if (method !== 'POST') return { status: 405, headers: { allow: 'POST' }, body: { error: 'Use POST.' } };
    const key = randomUUID();
    keys.add(key);
    return { status: 201, body: { api_key: key } };
  }

  return ({ method, url, key }, behavior) => {
    const { pathname } = url;
    const hasX402 = behavior.payment === 'x402-v1' || behavior.payment === 'x402-v2';
    const issuesKeys = behavior.auth || behavior.payment === 'onboarding';
    if (pathname === '/.well-known/x402' && hasX402) return { status: 200, body: createDiscoveryDocument(url.origin) };
    if (pathname === '/v1/keys' && issuesKeys) return issueKey(method);
    if (!pathname.startsWith('/v1/')) return NOT_FOUND;
    if (method !== 'GET' && method !== 'HEAD')
      return { status: 405, headers: { allow: 'GET, HEAD' }, body: { error: 'Use GET.' } };
    const requiresKey = behavior.auth || (behavior.payment === 'onboarding' && pathname === '/v1/moon');
    if (requiresKey && !(key && keys.has(key))) {
      return {
        status: 401,
        headers: { 'www-authenticate': 'ApiKey' },
        body: { error: 'Get a key from /v1/keys and send it as X-API-Key.' },
      };
    }
    if (pathname === '/v1/moon' && hasX402) return { status: 402, ...createPaymentTerms(url.href, behavior) };
    return respond(url, now());
  };
}

function respond({ pathname, searchParams }: URL, now: number): ApiResponse {
  const date = parseDay(searchParams.get('date'), now);
  if (date === undefined) return { status: 400, body: { error: 'date must be YYYY-MM-DD.' } };
  if (pathname === '/v1/places')
    return { status: 200, body: { places: Object.entries(PLACES).map(([id, place]) => ({ id, ...place })) } };
  if (pathname === '/v1/moon') return { status: 200, body: computeMoonPhase(date) };
  if (pathname === '/v1/daylight') {
    const [latitude, longitude] = [
      parseDegrees(searchParams.get('latitude'), 90),
      parseDegrees(searchParams.get('longitude'), 180),
    ];
    if (latitude === undefined || longitude === undefined) {
      return { status: 400, body: { error: 'latitude (-90 to 90) and longitude (-180 to 180) are required.' } };
    }
    return { status: 200, body: computeDaylight(latitude, longitude, date) };
  }
  const id = /^\/v1\/places\/([a-z]+)\/daylight$/.exec(pathname)?.[1];
  const place = id !== undefined && Object.hasOwn(PLACES, id) ? PLACES[id] : undefined;
  return place
    ? { status: 200, body: { ...place, ...computeDaylight(place.latitude, place.longitude, date) } }
    : NOT_FOUND;
}

function parseDay(text: string | null, now: number): number | undefined {
  const day = text ?? new Date(now).toISOString().slice(0, 10);
  const time = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

function parseDegrees(text: string | null, max: number): number | undefined {
  const value = text === null || text.trim() === '' ? Number.NaN : Number(text);
  return Math.abs(value) <= max ? value : undefined;
}
