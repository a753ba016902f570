import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '#edge/config.ts';
import type { Observation } from '#listing/observation.ts';
import type { Manifest03 } from '#manifest/manifest.ts';
import { rich } from '#site/fixtures/full-manifest.ts';
import { plain } from '#site/fixtures/minimal-manifest.ts';
import { failing, passed } from '#site/fixtures/observations.ts';
import { createPublisherRecord } from '#site/fixtures/registry.ts';
import { writeObservation, writeRecord } from '#store/record-files.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { saveCurrentCards } from '../parts/cards.ts';
import { SILENT } from '../progress.ts';
import { renderSite } from '../site.ts';
import { readFileTable } from '../state/file-table.ts';
import { openTree } from '../tree.ts';
import { type CompiledSite, compileSite } from './compile-site.ts';
import { siteKey } from './compiled-site.ts';

const { addresses } = loadConfig({ REGISTRY_URL: 'https://registry.example' });
const { signal } = new AbortController();

/** More listings than the home page and the first page of results show, and newer than all checks. */
const NEWER = Array.from({ length: 60 }, (_, number) => ({
  ...createPublisherRecord(`https://api-${number}.example`, plain),
  updated_at: '2026-12-01T00:00:00Z',
}));

let root: string;
let site: CompiledSite;
let before: ReadonlyMap<string, Page>;
beforeAll(async () => {
  root = await makeTemporaryFolder('page-keys-');
  site = await compileSite(buildOf('before'), { isFirst: true, signal });
  before = await render('before', {});
});
afterAll(() => removeFolder(root));

/** A change of the oldest listing, or another listing that is as old. */
interface Change {
  readonly manifest?: Partial<Manifest03>;
  readonly observation?: Partial<Observation>;
  readonly added?: string;
}

interface Page {
  readonly key: string;
  readonly content: string;
}

const buildOf = (name: string) => ({
  directories: { registry: path.join(root, name), observations: path.join(root, name, 'observations') },
  addresses,
  skipInvalid: false,
});

/** Renders all pages of a small registry with a change, and returns them by their paths. */
async function render(name: string, { manifest, observation, added }: Change): Promise<ReadonlyMap<string, Page>> {
  const build = buildOf(name);
  const { registry, observations } = build.directories;
  const oldest = createPublisherRecord('https://tides.example', { ...plain, ...manifest });
  const others = added ? [createPublisherRecord(added, plain)] : [];
  for (const record of [oldest, ...others, ...NEWER]) await writeRecord(registry, record);
  await writeObservation(observations, oldest.id, { ...passed, ...observation });
  const tree = openTree(path.join(registry, 'dist'), undefined, path.join(registry, 'cache'));
  const { broken } = await saveCurrentCards(build.directories, addresses, tree, siteKey(build));
  expect(broken).toEqual([]);
  await renderSite(site, build, tree, { progress: SILENT, ready: Promise.resolve(false), signal });
  const recorded = readdirSync(tree.cacheDir).find(file => file.endsWith('.pages.files')) ?? '';
  const table = readFileTable(path.join(tree.cacheDir, recorded));
  const contentOf = (file: string) => readFileSync(path.join(tree.folder, file), 'utf8');
  const files = Array.from({ length: table?.size ?? 0 }, (_, row) => table?.nameAt(row) ?? '');
  return new Map(files.map(file => [file, { key: table?.get(file)?.key ?? '', content: contentOf(file) }]));
}

test.each<[string, Change]>([
  ['a name', { manifest: { name: 'Other Tides' } }],
  ['categories', { manifest: { categories: ['geography'], primary_category: 'live' } }],
  ['endpoints', { manifest: { endpoints: [...plain.endpoints, ...rich.endpoints] } }],
  ['a price', { manifest: { pricing: { model: 'subscription' } } }],
  ['authentication', { manifest: { authentication: { required: true, type: 'api_key' } } }],
  ['a status', { observation: failing }],
  ['the results and times of checks', { observation: { results: [], last_checked_at: '2026-11-21T03:00:00Z' } }],
  ['the number of listings', { added: 'https://oceans.example' }],
])('pages with the same key are the same after a change of %s', async (name, change) => {
  const after = await render(name, change);
  const kept = [...before].filter(([file, { key }]) => after.get(file)?.key === key);
  expect(kept.length).toBeLessThan(before.size);
  for (const [file, { content }] of kept) expect(after.get(file)?.content, file).toBe(content);
});
