import { createApp } from '#edge/app.ts';
import { addresses, memoryCatalogue } from '#edge/catalogue.fixture.ts';
import type { Listing } from '#listing/listing.ts';
import { type RunningServer, serveApp } from '#node/server.ts';
import type { Submissions } from '#submission/submission.ts';
import { reportOnManifest } from '#verify/report-on-manifest.ts';

/** The real application on a free port of this machine, over listings in memory that a test may replace. */
export interface TestRegistry extends RunningServer {
  listings: readonly Listing[];
  /** The paths asked for so far, in order. */
  readonly asked: string[];
}

export interface TestRegistryOptions {
  readonly listings?: readonly Listing[];
  readonly submissions?: Submissions;
}

export async function startRegistry(options: TestRegistryOptions = {}): Promise<TestRegistry> {
  const { listings = [], submissions } = options;
  const asked: string[] = [];
  let of = listings;
  let catalogue = memoryCatalogue(listings);
  const app = createApp({
    addresses,
    catalogue: () => {
      if (of !== registry.listings) [of, catalogue] = [registry.listings, memoryCatalogue(registry.listings)];
      return catalogue;
    },
    assets: { fetch: async () => undefined },
    live: {
      now: Date.now,
      fetch: async () => {
        throw new Error('No test of a client makes the registry fetch anything.');
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
        asked.push(request.url.replace(/^https?:\/\/[^/]+/, ''));
        return app.fetch(request, context);
      },
    },
    '127.0.0.1',
    0,
    { local: true },
  );
  const registry: TestRegistry = { ...server, listings, asked };
  return registry;
}
