import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadConfig } from '#edge/config.ts';
import { freePort } from '#server/http/server.ts';
import { runRegistry } from '#server/run-registry.ts';
import { CHAPTERS } from '#site/docs/chapters.ts';
import { writeFixtureRegistry } from '#site/fixtures/registry.ts';

/** A registry that has a listing of each kind and status, on this machine. */
export interface ShownRegistry {
  readonly address: string;
  close(): Promise<void>;
}

/**
 * The types of pages that the site has, each with a page of it where the registry is one of `runShownRegistry`. Who adds a
 * type adds it here, and has it looked at by all tests that go through them.
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
  browse: '/browse/?category=finance',
  submit: '/submit/',
  validate: '/validate/',
  status: '/status/',
  docs: '/docs/',
  ...Object.fromEntries(CHAPTERS.map(({ path: place }) => [place.split('/').filter(Boolean).join('-'), place])),
  'not-found': '/nothing',
};

/** Runs a registry that holds the committed records and those of the site's own tests, which nobody would commit. */
export async function runShownRegistry(): Promise<ShownRegistry> {
  const folder = await mkdtemp(path.join(tmpdir(), 'registry-shown-'));
  const below = (name: string) => path.join(folder, name);
  const [registry, observations, data] = [below('registry'), below('observations'), below('data')];
  await cp('registry', registry, { recursive: true });
  await writeFixtureRegistry(registry, observations);
  const running = await runRegistry(
    loadConfig({
      PORT: String(await freePort('127.0.0.1')),
      REGISTRY_DIR: registry,
      OBSERVATIONS_DIR: observations,
      DATA_DIR: data,
    }),
    false,
  );
  return {
    address: running.address,
    async close() {
      await running.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
