import { cp, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type Environment, loadConfig } from '#edge/config.ts';
import type { ListingRecord } from '#listing/listing-record.ts';
import { freePort } from '#server/http/ports.ts';
import { runRegistry } from '#server/run-registry.ts';
import { CHAPTERS } from '#site/docs/chapters.ts';
import { writeFixtureRegistry } from '#site/fixtures/registry.ts';
import { writeRecord } from '#store/record-files.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';

/** A running registry with a listing of each kind and status. */
export interface SampleRegistry {
  readonly address: string;
  close(): Promise<void>;
}

/**
 * A page of each page type of the site, in a registry of `startSampleRegistry`. Add new page types here, so that the tests
 * of all pages cover them.
 */
export const PAGE_TYPES: Readonly<Record<string, string>> = {
  home: '/',
  list: '/apis/',
  listing: '/apis/ledger.example/',
  'listing-documented': '/apis/api.open-meteo.com/',
  'listing-lapsed': '/apis/gone.example/',
  'listing-withdrawn': '/apis/asked.example/',
  'listing-hostile': '/apis/hostile.example/',
  'listing-old-format': '/apis/bread.example_8443/',
  'listing-large': '/apis/thousand.example/',
  endpoints: '/apis/thousand.example/endpoints/2/',
  'endpoints-hostile': '/apis/hostile.example/endpoints/2/',
  categories: '/categories/',
  category: '/categories/finance/',
  'primary-category': '/primary/live/',
  search: '/search/?q=tides',
  browse: '/browse/?category=weather',
  publish: '/publish/',
  editor: '/publish/#write',
  status: '/status/',
  compare: '/compare/?ids=ledger.example,bread.example_8443,tides.example',
  collections: '/collections/',
  collection: '/collections/weather/',
  changes: '/changes/',
  publishers: '/publishers/',
  publisher: '/publishers/open-meteo.com/',
  connect: '/connect/',
  about: '/about/',
  maintain: '/maintain/',
  corrections: '/corrections/',
  probes: '/probes/',
  schemas: '/schemas/',
  privacy: '/privacy/',
  terms: '/terms/',
  docs: '/docs/',
  ...Object.fromEntries(
    CHAPTERS.map(({ path: pathname }) => [pathname.split('/').filter(Boolean).join('-'), pathname]),
  ),
  'not-found': '/nothing',
};

/**
 * Starts a registry with the committed records and the hostile and unusual records of the site's tests.
 * @param options `records` replaces these records, for a fast start; `settings` are added to those of the registry
 */
export async function startSampleRegistry({ records, settings }: SampleOptions = {}): Promise<SampleRegistry> {
  const folder = await makeTemporaryFolder('sample-registry-');
  const inFolder = (name: string) => path.join(folder, name);
  const [registry, observations, data] = [inFolder('registry'), inFolder('observations'), inFolder('data')];
  for (const each of [registry, observations]) await mkdir(each);
  if (records === undefined) {
    await cp('registry', registry, { recursive: true });
    await writeFixtureRegistry(registry, observations);
  }
  for (const record of records ?? []) await writeRecord(registry, record);
  const running = await runRegistry(
    loadConfig({
      PORT: String(await freePort('127.0.0.1')),
      REGISTRY_DIR: registry,
      OBSERVATIONS_DIR: observations,
      DATA_DIR: data,
      SELF_LISTING: 'off',
      // A run within the first minute would check hosts that do not exist, and change their listings.
      REVALIDATE: 'off',
      ...settings,
    }),
    false,
  );
  return {
    address: running.address,
    async close() {
      await running.close();
      await removeFolder(folder);
    },
  };
}

interface SampleOptions {
  readonly records?: readonly ListingRecord[];
  readonly settings?: Environment;
}
