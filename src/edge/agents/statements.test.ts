import { describe, expect, test } from 'vitest';
import { fileAssets } from '#build/catalog/file-assets.ts';
import type { Row } from '#contract/row.ts';
import type { SubmissionState } from '#contract/submission.ts';
import { sampleListing, sampleManifest } from '#listing/listing.fixture.ts';
import { UNOBSERVED } from '#listing/observed-facts.ts';
import { parseJsonText } from '#manifest/json-text.ts';
import { values } from '#manifest/taxonomy.ts';
import { TOOLS } from '#mcp/tools/all-tools.ts';
import { FILTER_NAMES, isListFilter } from '#query/filters.ts';
import { ORIGIN, scriptedFetcher } from '#verify/checks/scripted-fetcher.fixture.ts';
import { reportOnManifest } from '#verify/report-on-manifest.ts';
import { verifyOrigin } from '#verify/verify-origin.ts';
import { createApp } from '../app.ts';
import { addresses, createMemoryCatalog, exportAssets, numberedListings } from '../catalog/catalog.fixture.ts';

const NOW = Date.UTC(2026, 10, 21);
const LAPSED = { count: 3, first_at: '2026-11-10T00:00:00Z', last_at: '2026-11-19T00:00:00Z' };
const DOCUMENTED = { source: { type: 'documentation', documentation_url: 'https://example.com/docs' } } as const;
const RESPONDING = { observed: { ...UNOBSERVED, responding: true, last_responded_at: '2026-11-20T06:00:00Z' } };
const PRICED = {
  model: 'per-query',
  paid_tier: { unit: 'call', description: 'Per call.', amount: '1', currency: 'EUR' },
};

const catalog = createMemoryCatalog([
  ...numberedListings(120),
  sampleListing('https://api.open-meteo.com', { name: 'Open-Meteo', categories: ['weather'] }, DOCUMENTED, RESPONDING),
  sampleListing('https://paid.example', { categories: ['weather'], pricing: PRICED as never }),
  sampleListing('https://lapsed.example', {}, {}, { failures: LAPSED }),
  sampleListing('https://withdrawn.example', { listing_requested: false }),
]);
const submission: SubmissionState = {
  submission_id: 'abc',
  listing_id: 'api.example.com',
  url: 'https://api.example.com',
  status: 'pending',
  created_at: '2026-11-21T00:00:00Z',
  updated_at: '2026-11-21T00:00:00Z',
};
const app = createApp({
  addresses,
  catalog: () => catalog,
  assets: exportAssets(catalog, await fileAssets('public')),
  live: {
    blocklist: () => undefined,
    verify: async () => reportOnManifest({ value: sampleManifest() }, NOW),
    fetch: async () => Promise.reject(new Error('Unexpected request.')),
    submissions: { submit: async () => submission, status: async () => submission },
    now: () => NOW,
    limits: { validate: undefined, submit: undefined },
  },
});

const ask = async (path: string, init?: RequestInit): Promise<Response> =>
  app.fetch(new Request(new URL(path, addresses.registry), init));
const statusOf = async (path: string) => (await ask(path)).status;
const json = async (path: string) => (await ask(path, { headers: { Accept: 'application/json' } })).json();
const listings = async (query: string) => (await json(`/listings?${query}`)).data;
const bytesOf = async (path: string) => new Uint8Array(await (await ask(path)).arrayBuffer()).length;
const validate = async (body: string) => {
  const headers = { 'Content-Type': 'application/json' };
  return (await ask('/validate', { method: 'POST', headers, body })).json();
};

/** A kind of statement: how to recognize it in a document, and how to check it against the running registry. */
interface Statement {
  readonly pattern: RegExp;
  readonly verify: (groups: readonly string[]) => Promise<void>;
}

const POST_ONLY: readonly string[] = ['/validate', '/validator/validate', '/listings/submit', '/mcp'];
const ALL = `status=${values('statuses').join(',')}&limit=500`;

/** All statements with a number, a URL, a parameter, or a claim about behavior. */
const STATEMENTS: Readonly<Record<string, Statement>> = {
  'limit of keys': {
    pattern: /more than ([\d,]+) different keys/g,
    verify: async groups => {
      const [max] = groups.map(group => Number(String(group).replaceAll(',', '')));
      const textWith = (keys: number) =>
        JSON.stringify(
          Object.fromEntries(
            Array(keys)
              .keys()
              .map(key => [`k${key}`, 0]),
          ),
        );
      expect(parseJsonText(textWith(max ?? 0)).ok).toBe(true);
      expect(parseJsonText(textWith((max ?? 0) + 1)).ok).toBe(false);
    },
  },
  'the counts by status': {
    pattern: /\bverified (\d+), unverified (\d+), lapsed (\d+), withdrawn (\d+)/g,
    async verify(counts) {
      for (const [at, status] of values('statuses').entries())
        expect((await listings(`status=${status}`)).total, status).toBe(Number(counts[at]));
    },
  },
  'the number of listings': {
    pattern: /(\d+) listings, each with a validated/g,
    async verify([total]) {
      const found = await listings('limit=500');
      expect(found.total).toBe(Number(total));
      for (const { links } of found.listings) {
        const { manifest } = (await json(new URL(links.self).pathname)).data;
        expect(reportOnManifest({ value: manifest }, NOW).schema_valid).toBe(true);
      }
    },
  },
  'the length of q': {
    pattern: /at most (\d+) characters/g,
    async verify([length]) {
      expect(await statusOf(`/listings?q=${'a'.repeat(Number(length))}`)).toBe(200);
      expect(await statusOf(`/listings?q=${'a'.repeat(Number(length) + 1)}`)).toBe(400);
    },
  },
  'the limits of a page': {
    pattern: /limit is (\d+) to (\d+) \(default: (\d+)\)/g,
    async verify([least, most, usual]) {
      for (const limit of [least, most]) expect(await statusOf(`/listings?limit=${limit}`)).toBe(200);
      for (const limit of [Number(least) - 1, Number(most) + 1])
        expect(await statusOf(`/listings?limit=${limit}`)).toBe(400);
      expect((await listings('')).count).toBe(Number(usual));
      const { meta } = await json('/listings?limit=500');
      expect(meta.links.next).toBeNull();
    },
  },
  'the size of a static list': {
    pattern: /up to (\d+) listings per page for each value of a filter, as in \S+; pages count from (\d)/g,
    async verify([size, first]) {
      const page = await json(`/listings/by/status/verified/${first}.json`);
      expect(page.data.count).toBe(Number(size));
      expect(await statusOf(`/listings/by/status/verified/${Number(first) - 1}.json`)).toBe(404);
    },
  },
  'the size of the Markdown of a listing': {
    pattern: /at most (\d+) KB/g,
    async verify([size]) {
      expect(await bytesOf('/apis/api-1.example/index.md')).toBeLessThanOrEqual(Number(size) * 1024);
    },
  },
  'the number of requests of a check': {
    pattern: /at most (\d+) in total/g,
    async verify([most]) {
      expect((await check({})).requested.length).toBeLessThanOrEqual(Number(most));
    },
  },
  'the depth of a manifest': {
    pattern: /nested more than (\d+) levels deep/g,
    async verify([depth]) {
      const nest = (levels: number) => `{"manifest":${'['.repeat(levels)}${']'.repeat(levels)}}`;
      const ruleOf = async (levels: number) => (await validate(nest(levels))).errors[0].rule;
      expect(await ruleOf(Number(depth))).not.toBe('depth');
      expect(await ruleOf(Number(depth) + 1)).toBe('depth');
    },
  },
  'the size of a manifest': {
    pattern: /The manifest has more than (\d+) MiB/g,
    async verify([size]) {
      const ruleOf = (bytes: number) => reportOnManifest({ text: ' '.repeat(bytes) }, NOW).errors[0]?.rule;
      expect(ruleOf(Number(size) * 1024 * 1024)).not.toBe('too-large');
      expect(ruleOf(Number(size) * 1024 * 1024 + 1)).toBe('too-large');
    },
  },
  'the parameters': {
    pattern: /([\w, ]+); other parameters return (400)/g,
    async verify([names = '', status]) {
      for (const name of names.split(', ')) {
        const { errors = [] } = await json(`/listings?${name}=`);
        expect(JSON.stringify(errors), name).not.toContain('Unknown parameter');
      }
      expect(await statusOf('/listings?unknown=1')).toBe(Number(status));
    },
  },
  'the order of results': {
    pattern: /sort=(\w+), (\w+), (\w+), or (\w+); order=(\w+) or (\w+); with q, the best match comes first/g,
    async verify([a, b, c, d, ...orders]) {
      for (const sort of [a, b, c, d])
        for (const order of orders) expect(await statusOf(`/listings?sort=${sort}&order=${order}`)).toBe(200);
      expect((await listings('q=open-meteo')).listings[0].name).toBe('Open-Meteo');
    },
  },
  'the tolerance of the search': {
    pattern: /ignores case and accents, and tolerates typos|full-text search with q; tolerates typos/g,
    async verify() {
      for (const q of ['OPEN-METEO', 'ópen-meteo', 'open-metio'])
        expect((await listings(`q=${encodeURIComponent(q)}`)).listings[0]?.name, q).toBe('Open-Meteo');
    },
  },
  free_only: {
    pattern: /free_only=true returns only APIs that cost nothing/g,
    async verify() {
      const found = await listings('category=weather&free_only=true&limit=500');
      expect(found.total).toBeGreaterThan(0);
      for (const row of found.listings) expect(row.costs_nothing, row.id).toBe(true);
      expect(found.listings.map(({ id }: { id: string }) => id)).not.toContain('paid.example');
    },
  },
  'combined filters': {
    pattern: /filters combine with AND; ([\w, ]+), and (\w+) accept several values/g,
    async verify([names = '', last = '']) {
      expect([...names.split(', '), last]).toEqual(FILTER_NAMES.filter(isListFilter));
      const [one, both] = [await listings('category=weather'), await listings('category=weather,geography')];
      expect(both.total).toBeGreaterThan(one.total);
      expect((await listings('category=weather&source=documentation')).total).toBe(1);
      expect((await listings('source=publisher,documentation')).total).toBe((await listings('')).total);
    },
  },
  tombstones: {
    pattern: /includes lapsed and withdrawn listings|lapsed and withdrawn listings remain available by id/g,
    async verify() {
      const found = await listings('updated_since=2026-01-01T00:00:00Z&limit=500');
      const ids = found.listings.map(({ id }: { id: string }) => id);
      for (const id of ['lapsed.example', 'withdrawn.example']) {
        expect(ids).toContain(id);
        expect((await json(`/listings/${id}`)).data.id).toBe(id);
      }
    },
  },
  'the overlap of polls': {
    pattern: /start one day before meta\.generated_at/g,
    async verify() {
      const { meta, data } = await json('/listings?updated_since=2026-01-01T00:00:00Z&limit=500');
      const times = data.listings.flatMap(({ updated_at, last_checked_at }: Row) => [
        updated_at,
        last_checked_at ?? '',
      ]);
      expect(meta.generated_at).toBe(times.toSorted().at(-1));
    },
  },
  'the URLs': {
    pattern: /https:\/\/registry\.example[^\s"'<>()`\\|]*/g,
    async verify([url = '']) {
      const path = url
        .replace(/[.,;:]+$/, '')
        .replaceAll('{id}', 'api-1.example')
        .replaceAll('{collection}', 'weather');
      const { pathname } = new URL(path);
      const expected = POST_ONLY.includes(pathname) ? [405, 406] : [200];
      expect(expected, url).toContain(await statusOf(path));
    },
  },
  'the paths of the root document': {
    pattern: /^\/[^\s]*$/g,
    async verify([path = '']) {
      const page = path.replace('<parameter>', 'category').replace('<value>', 'weather').replace('<page>', '1');
      expect(POST_ONLY.includes(page) ? [405] : [200], path).toContain(await statusOf(page));
    },
  },
  'the members of a listing': {
    pattern: /\b(status|observed|warnings|verified_at|last_checked_at|next_check_by|costs_nothing|links\.self)\b(?!=)/g,
    async verify([member = '']) {
      const { data } = await json('/listings/api.open-meteo.com');
      const found = member.split('.').reduce((value, name) => value?.[name], { ...data, ...data.observed });
      expect(found, member).not.toBeUndefined();
    },
  },
  'the tools': {
    pattern: /\b((?:search|get|list|plan|fetch|submit|validate)_(?:listings?|call|api|manifest\w*|categories))\b/g,
    async verify([tool]) {
      expect(TOOLS.map(({ name }) => name)).toContain(tool);
    },
  },
  'reading without a key': {
    pattern: /Reading needs no key/g,
    async verify() {
      expect((await json('/openapi.json')).security).toEqual([]);
      expect(await statusOf('/listings')).toBe(200);
    },
  },
  'Markdown versions': {
    pattern: /append `index\.md` to the path, or send `Accept: text\/markdown`/g,
    async verify() {
      const negotiated = await ask('/apis/api-1.example/', { headers: { Accept: 'text/markdown' } });
      expect(await negotiated.text()).toBe(await (await ask('/apis/api-1.example/index.md')).text());
    },
  },
  'the source of a manifest': {
    pattern: /If source is "documentation", this registry wrote the manifest from public documentation/g,
    async verify() {
      const found = await listings(`source=documentation&${ALL}`);
      for (const { id, links } of found.listings) {
        expect(links.manifest).toBeNull();
        expect((await json(`/listings/${id}`)).data.documentation_url).toMatch(/^https:/);
      }
    },
  },
  badges: {
    pattern: /Only live checks award badges/g,
    async verify() {
      for (const { badges, verified_at } of (await listings(ALL)).listings)
        expect(badges.length === 0 || verified_at !== null).toBe(true);
    },
  },
  'the claim of a listing': {
    pattern: /the publisher can serve this file and submit the origin to claim the listing/g,
    async verify() {
      const { claim, manifest } = (await json('/listings/api.open-meteo.com')).data;
      expect(await json(new URL(claim.manifest).pathname)).toEqual(manifest);
      expect(reportOnManifest({ value: manifest }, NOW).passed).toBe(true);
    },
  },
  'the digests of the export': {
    pattern: /in a few files, one per line, with SHA-(256) digests/g,
    async verify() {
      const { files } = await json('/export/index.json');
      for (const { sha256 } of files) expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    },
  },
  'the version of the format': {
    pattern: /(?:format |[Ss]chema |Manifest |changes in |apimanifest-)(0\.\d)\b/g,
    async verify([version]) {
      expect(await statusOf(`/schemas/v${version}/manifest.json`)).toBe(200);
    },
  },
  'the previous format': {
    pattern: /the previous format, still accepted/g,
    async verify() {
      const manifest = { ...sampleManifest(), spec_version: 'apimanifest-0.2', listing_requested: true };
      const { errors } = await validate(JSON.stringify({ manifest }));
      expect(errors.map(({ pointer }: { pointer: string }) => pointer)).not.toContain('/spec_version');
    },
  },
  'the members of a report': {
    pattern:
      /passed is the overall result; errors\[\] has pointer, field, message, rule, and hint; checks\[\] has name, outcome \(passed, failed, skipped, inconclusive\), severity, message, hint, and evidence/g,
    async verify() {
      const { passed, errors, checks } = await validate('{"manifest":{}}');
      expect(passed).toBe(false);
      expect(errors[0]).toMatchObject({
        pointer: expect.any(String),
        field: expect.any(String),
        message: expect.any(String),
        rule: 'required',
        hint: expect.any(String),
      });
      for (const member of ['name', 'outcome', 'severity', 'message', 'hint', 'evidence'])
        for (const check of checks) expect(check).toHaveProperty(member);
    },
  },
  'the status of a manifest': {
    pattern: /The origin serves JSON at \/\.well-known\/api-manifest\.json, publicly, with status (\d+)/g,
    async verify([status]) {
      expect((await check({ manifest: Number(status) })).checks[0]).toMatchObject({ outcome: 'passed' });
      for (const other of [401, 404])
        expect((await check({ manifest: other })).checks[0]).toMatchObject({ outcome: 'failed' });
    },
  },
  'the probes of endpoints': {
    pattern:
      /Probes up to five declared endpoints|Statuses such as (\d+), (\d+), (\d+), and (\d+) prove that an endpoint exists/g,
    async verify(statuses) {
      for (const status of statuses.filter(each => /^\d+$/.test(each)))
        expect((await check({ endpoints: Number(status) })).endpoints_reachable, status).toBe(true);
      expect((await check({ endpoints: 404 })).endpoints_reachable).toBe(false);
      expect((await check({})).probed.size).toBe(5);
    },
  },
  'the badge for authentication': {
    pattern: /a declared endpoint return(?:s|ed) (\d+) or (\d+)/g,
    async verify(statuses) {
      for (const status of statuses)
        expect((await check({ endpoints: Number(status) })).badges, status).toEqual(['auth-verified']);
      expect((await check({ endpoints: 200 })).badges).toEqual([]);
    },
  },
  'examples of versions': {
    pattern: /Set version to the version of the API, for example (\S+) or (\d+\.\d+\.\d+)/g,
    async verify(versions) {
      for (const version of versions)
        expect(reportOnManifest({ value: sampleManifest({ version }) }, NOW).passed, version).toBe(true);
    },
  },
  'rules from standards': { pattern: /RFC 3986|RFC 3339|ISO 4217|UTF-8/g, verify: expectStandardRules },
  'an example of a time': {
    pattern: /\b\d{4}-\d\d-\d\dT[\d:]+Z/g,
    async verify() {
      expect(await statusOf('/listings?updated_since=2026-01-01T00:00:00Z')).toBe(200);
    },
  },
};

/** Names that contain digits. */
const NAMES = /\bx402\b|\boauth2\b|\bCAIP-2\b|\beip155:8453\b/g;

const DOCUMENTS = ['/index.json', '/agents', '/llms.txt', '/validator/agents'];

describe.each(DOCUMENTS)('the statements of %s', document => {
  test('match the running registry', async () => {
    const texts = await textsOf(document);
    let checked = 0;
    const verified = new Set<string>();
    for (const text of texts)
      for (const [name, { pattern, verify }] of Object.entries(STATEMENTS))
        for (const [whole, ...groups] of text.matchAll(pattern)) {
          const key = `${name}: ${whole}`;
          if (verified.has(key)) continue;
          verified.add(key);
          await verify(groups.some(group => group !== undefined) ? groups : [whole]);
          checked++;
        }
    expect(checked).toBeGreaterThan(10);
  });

  test('have no number without a check', async () => {
    const patterns = [...Object.values(STATEMENTS).map(({ pattern }) => pattern), NAMES];
    const unchecked = (text: string) => {
      const checked = patterns.flatMap(pattern => [...text.matchAll(pattern)]);
      return [...text.matchAll(/\d+/g)].filter(
        ({ index }) => !checked.some(match => match.index <= index && index < match.index + match[0].length),
      );
    };
    expect((await textsOf(document)).filter(text => unchecked(text).length > 0)).toEqual([]);
  });

  test('claim no signature that the export does not have', async () => {
    const { status } = await ask('/export/signature.json');
    const text = (await textsOf(document)).join('\n');
    if (status !== 200) expect(text).not.toMatch(/\bsign(ed|ature)/i);
    expect(text).not.toMatch(/\balive\b/i);
  });
});

test('every kind of statement occurs in a document', async () => {
  const texts = (await Promise.all(DOCUMENTS.map(textsOf))).flat();
  for (const [name, { pattern }] of Object.entries(STATEMENTS))
    expect(
      texts.some(text => text.match(pattern) !== null),
      name,
    ).toBe(true);
});

test('the guidance resource of the MCP server has the counts of the moment', async () => {
  const request = { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: 'registry://guidance' } };
  const response = await ask('/mcp', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    body: JSON.stringify(request),
  });
  const { verified, unverified } = catalog.summary.statuses;
  expect(await response.text()).toContain(`verified ${verified}, unverified ${unverified}`);
});

test('the server card has the counts of the moment at both URLs', async () => {
  const { verified, unverified } = catalog.summary.statuses;
  for (const path of ['/mcp/server-card', '/.well-known/mcp/server-card.json'])
    expect((await json(path)).description).toContain(`verified ${verified}, unverified ${unverified}`);
});

/** Returns the texts of a JSON document, or the lines of a text. Omits the version of the software. */
async function textsOf(path: string): Promise<readonly string[]> {
  const text = await (await ask(path)).text();
  if (!text.startsWith('{')) return text.split('\n');
  const { version, ...document } = JSON.parse(text);
  return [...stringsIn(document)];
}

function* stringsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) yield* stringsIn(each);
}

/** Checks an API with many endpoints that requires credentials, and returns the report with its requests. */
async function check({ manifest: served = 200, endpoints: status = 401 }) {
  const [endpoint] = sampleManifest().endpoints;
  if (endpoint === undefined) throw new Error('The sample manifest has no endpoint.');
  const endpoints = Array.from({ length: 40 }, (_, n) => ({ ...endpoint, path: `/v${n}/tides`, parameters: [] }));
  const authentication = { required: true, type: 'api_key', instructions: 'Send the key as X-API-Key.' } as const;
  const manifest = sampleManifest({ endpoints, authentication });
  const inner = scriptedFetcher({});
  const requested: string[] = [];
  const fetcher = {
    ...inner,
    async fetch({ url }: Parameters<typeof inner.fetch>[0]) {
      requested.push(url);
      const isManifest = url.endsWith('api-manifest.json');
      const isDeclared = /\/v\d+\/tides$/.test(url);
      const body = new TextEncoder().encode(isManifest ? JSON.stringify(manifest) : url);
      const sent = isManifest ? served : isDeclared ? status : 404;
      return { url, redirects: [], ms: 1, outcome: 'response', status: sent, headers: {}, body } as const;
    },
  };
  const { report } = await verifyOrigin(ORIGIN, { fetcher, now: () => NOW });
  return { ...report, requested, probed: new Set(requested.filter(url => url.endsWith('/tides'))) };
}

/** Expects the format to reject values that break the named standards. */
async function expectStandardRules(): Promise<void> {
  const breaks = { homepage: 'not a URI', last_updated: '2026-01-01' };
  const { errors } = await validate(JSON.stringify({ manifest: { ...sampleManifest(), ...breaks } }));
  expect(errors.map(({ rule }: { rule: string }) => rule)).toEqual(expect.arrayContaining(['uri', 'date-time']));
}
