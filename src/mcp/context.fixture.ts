import type { SubmissionMembers } from '#contract/submission.ts';
import { createMemoryCatalog } from '#edge/catalog/catalog.fixture.ts';
import { sampleListing, sampleManifest } from '#listing/listing.fixture.ts';
import { suggestSearches } from '#query/text/suggestions.ts';
import { reportOnManifest } from '#verify/report-on-manifest.ts';
import type { McpContext, McpLive, McpUrls } from './context.ts';

export const NOW = Date.parse('2026-11-20T12:00:00Z');

export const addresses: McpUrls = {
  registry: 'https://registry.example',
  site: 'https://registry.example',
  validator: 'https://registry.example/validator',
  mcp: 'https://registry.example/mcp',
  siteName: 'Harbor APIs',
};

/** Three listings: a free one with a path parameter, a paid one, and another one for pagination. */
export const sampleListings = [
  sampleListing('https://tides.example', {
    endpoints: [
      ...sampleManifest().endpoints,
      {
        path: '/v1/harbors/{harbor}',
        method: 'GET',
        description: 'The data of one harbor.',
        parameters: [{ name: 'harbor', type: 'string', required: true, description: 'The name of the harbor.' }],
        response_description: 'The harbor with its place and depth.',
      },
    ],
  }),
  sampleListing('https://letters.example', {
    name: 'Letters by post',
    description:
      'Prints letters and posts them, to any address in Europe, on the same working day if sent by noon, worldwide.',
    categories: ['commerce'],
    primary_category: 'transactional',
    endpoints: [
      {
        path: '/letters',
        method: 'POST',
        description: 'Prints one letter and posts it.',
        parameters: [
          { name: 'text', type: 'string', required: true, description: 'The text of the letter.' },
          {
            name: 'X-Request-Id',
            type: 'string',
            required: false,
            description: 'Keeps a letter from going out twice.',
          },
        ],
        response_description: 'The number after the letter.',
        cost_hint: { unit: 'letter', estimated_price: '1.20', currency: 'EUR' },
      },
    ],
    pricing: {
      model: 'per-query',
      paid_tier: { unit: 'letter', description: 'Per letter.', amount: '1.20', currency: 'EUR' },
    },
    authentication: {
      required: true,
      type: 'api_key',
      config: { header: 'X-Api-Key' },
      instructions: 'Ask for a key by mail.',
    },
    rate_limits: { requests_per_minute: 60, requests_per_day: null },
  }),
  sampleListing('https://moon.example', { name: 'Moon phases', categories: ['geography'] }),
];

/** Returns a context over the sample listings. It sends no network requests unless a test provides them. */
export function createSampleContext(changes: Partial<McpContext> = {}): McpContext {
  return {
    addresses,
    catalog: () => createMemoryCatalog(sampleListings),
    suggest: (q, { corrections }) => suggestSearches(q, corrections),
    guidance: () => '{"meta":{},"data":{"purpose":"to be found"}}',
    reportOn: manifest => reportOnManifest(manifest, NOW),
    now: () => NOW,
    onError: error => {
      throw error;
    },
    ...changes,
  };
}

/** Returns live services that know one origin, `https://new.example`, which serves a valid manifest. */
export function createSampleLive(changes: Partial<McpLive> = {}): McpLive {
  const submission: SubmissionMembers = {
    submission_id: 'submission/new.example/1',
    listing_id: 'new.example',
    url: 'https://new.example',
    status: 'pending',
    created_at: '2026-11-20T12:00:00Z',
    updated_at: '2026-11-20T12:00:00Z',
  };
  return {
    refusal: ({ host }) => (host.endsWith('.internal') ? `${host} is not allowed.` : undefined),
    async fetch({ url }) {
      if (url.startsWith('https://new.example/'))
        return { url, outcome: 'response', status: 200, body: bytes(sampleManifest()) };
      return { url, outcome: 'failed', decisive: true, message: 'The name does not exist.', hint: 'Check it.' };
    },
    verify: async () => reportOnManifest({ value: sampleManifest() }, NOW),
    submissions: {
      submit: async () => submission,
      status: async id => (id === submission.submission_id ? submission : undefined),
    },
    ...changes,
  };
}

/** Returns the same live services, but requests other origins through a fetcher. */
export function liveThrough(fetch: McpLive['fetch']): McpLive {
  const sample = createSampleLive();
  return createSampleLive({
    fetch: (request, client) =>
      (request.url.startsWith('https://new.example/') ? sample.fetch : fetch)(request, client),
  });
}

/** The DNS of the tests, in which one name resolves to a private IP address. */
export async function resolveSample(name: string): Promise<readonly string[]> {
  return name === 'rebound.example' ? [PRIVATE_ADDRESS] : [];
}

export const PRIVATE_ADDRESS = '10.97.98.99';

export function bytes(value: unknown): Uint8Array {
  return new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value));
}
