import fc from 'fast-check';
import { sampleManifest } from '#listing/listing.fixture.ts';
import { MANIFEST_PATH } from '#listing/origin.ts';
import { MAX_MANIFEST_BYTES } from '#manifest/text/manifest-text.ts';
import { scriptedFetcher } from './checks/scripted-fetcher.fixture.ts';
import { type Verification, verifyOrigin } from './verify-origin.ts';

export const NOW = Date.UTC(2026, 10, 21);
const { endpoints, ...rest } = sampleManifest();
const [first] = endpoints;

/** Texts of a manifest, some of them unfinished. */
const text = fc.oneof(
  fc.constantFrom(
    'TODO',
    'TODO: write this.',
    'FIXME',
    'todo lists',
    'Todo: tasks',
    'lorem ipsum',
    'The tides of a harbor.',
  ),
  fc.string(),
);
const long = text.map(each => `${each} ${rest.description}`);

const manifests = fc
  .record({
    name: fc.oneof(text, fc.constant(rest.name)),
    description: fc.oneof(long, text),
    version: fc.constantFrom('1.0.0', '1.0', '0.0.0'),
    contact: fc.constantFrom('tides@example.org', 'TODO: an email address.'),
    endpoints: fc.array(fc.record({ ...constants(first ?? {}), description: fc.oneof(long, text) }), { maxLength: 3 }),
  })
  .map(changes => ({ ...rest, ...changes }));

/** Documents as origins serve them: manifests, and text that breaks a rule of the parser. */
export const documents = fc.oneof(
  { weight: 5, arbitrary: manifests.map(each => JSON.stringify(each)) },
  { weight: 1, arbitrary: manifests.map(each => `\ufeff${JSON.stringify(each, null, 2)}`) },
  { weight: 1, arbitrary: manifests.map(each => JSON.stringify(each).replace('{', '{"name":"Twice",')) },
  {
    weight: 1,
    arbitrary: fc.tuple(manifests, fc.integer({ min: 60, max: 68 })).map(([each, depth]) => withDepth(each, depth)),
  },
  { weight: 1, arbitrary: fc.integer({ min: -2, max: 2 }).map(extra => padTo(MAX_MANIFEST_BYTES + extra)) },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.string() },
);

/** Runs the checks of a submission on an origin that serves a document, and whose endpoints all respond. */
export async function verifyServed(origin: string, document: string): Promise<Verification> {
  const body = new TextEncoder().encode(document);
  const inner = scriptedFetcher({});
  const fetcher = {
    ...inner,
    async fetch(request: Parameters<typeof inner.fetch>[0]) {
      const { url } = request;
      const trail = { url, redirects: [], ms: 1 };
      if (!url.endsWith(MANIFEST_PATH))
        return { ...trail, outcome: 'response', status: 401, headers: {}, body: new Uint8Array() } as const;
      if (body.length > MAX_MANIFEST_BYTES) {
        const failure = { kind: 'too-large', decisive: true, message: 'Too large.', hint: 'Shorten it.' } as const;
        return { ...trail, outcome: 'failed', ...failure } as const;
      }
      return { ...trail, outcome: 'response', status: 200, headers: {}, body } as const;
    },
  };
  return verifyOrigin(origin, { fetcher, now: () => NOW });
}

function withDepth(manifest: object, depth: number): string {
  const nested = '['.repeat(depth - 1) + ']'.repeat(depth - 1);
  return JSON.stringify({ ...manifest, name: 'Tide tables', extra: 0 }).replace('"extra":0', `"extra":${nested}`);
}

function padTo(bytes: number): string {
  const manifest = JSON.stringify({ ...rest, endpoints });
  return manifest + ' '.repeat(bytes - manifest.length);
}

function constants(members: object) {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, fc.constant(value)]));
}
