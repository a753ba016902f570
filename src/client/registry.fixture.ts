import { createApp } from '#edge/app.ts';
import { addresses, createMemoryCatalog } from '#edge/catalog/catalog.fixture.ts';
import type { Listing } from '#listing/listing.ts';
import { type RunningServer, serveApp } from '#server/http/server.ts';
import type { Submissions } from '#submission/submission.ts';
import { reportOnManifest } from '#verify/report-on-manifest.ts';

/** The real application on a free loopback port, with listings in memory that a test can replace. */
export interface TestRegistry extends RunningServer {
  listings: readonly Listing[];
  /** The requested paths, in order. */
  readonly requests: string[];
}

export interface TestRegistryOptions {
  readonly listings?: readonly Listing[];
  readonly submissions?: Submissions;
}

export async function startRegistry(options: TestRegistryOptions = {}): Promise<TestRegistry> {
  const { listings = [], submissions } = options;
  const requests: string[] = [];
  let currentListings = listings;
  let catalog = createMemoryCatalog(listings);
  const app = createApp({
    addresses,
    catalog: () => {
      if (currentListings !== registry.listings) {
        currentListings = registry.listings;
        catalog = createMemoryCatalog(currentListings);
      }
      return catalog;
    },
    assets: { fetch: async () => undefined },
    live: {
      blocklist: () => undefined,
      now: Date.now,
      fetch: async () => {
        throw new Error('Unexpected fetch by the registry.');
      },
      verify: async () => reportOnManifest({ text: '{}' }, Date.now()),
      limits: { validate: undefined, submit: undefined },
      ...(submissions && { submissions }),
    },
    onError: error => console.error(error),
  });
  const server = await serveApp(
    {
      fetch: (request, context) => {
        requests.push(request.url.replace(/^https?:\/\/[^/]+/, ''));
        return app.fetch(request, context);
      },
    },
    '127.0.0.1',
    0,
    { local: true },
  );
  const registry: TestRegistry = { ...server, listings, requests };
  return registry;
}
