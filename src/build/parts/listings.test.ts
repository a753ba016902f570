import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CardsFile } from '#site/data/cards/cards-file.ts';
import { plain } from '#site/fixtures/minimal-manifest.ts';
import { createPublisherRecord } from '#site/fixtures/registry.ts';
import { writeRecord } from '#store/record-files.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { BuildCache } from '../build-cache.ts';
import { CardCatalog } from '../catalog/card-catalog.ts';
import { SILENT } from '../progress.ts';
import { cardsFile, saveCurrentCards } from './cards.ts';
import { putListings } from './listings.ts';

const address = 'https://registry.example';
const addresses = { registry: address, site: address, validator: address, mcp: address, siteName: 'Registry' };

let root: string;
beforeEach(async () => {
  root = await makeTemporaryFolder('listings-');
});
afterEach(() => removeFolder(root));

const write = (name: string) => writeRecord(root, createPublisherRecord('https://tides.example', { ...plain, name }));

/**
 * Builds the files of the listings of a server, and returns the exported lines.
 * @param options `lastGood` is the folder of another build; `onSaved` runs when the cards are saved
 */
async function buildServed(folder: string, { lastGood, onSaved }: Options = {}): Promise<string> {
  const build = { directories: { registry: root }, addresses, skipInvalid: false, isServed: true };
  const tree = { folder: path.join(root, folder), lastGood, cacheDir: root };
  const { broken } = await saveCurrentCards(build.directories, addresses, tree, 'key');
  expect(broken).toEqual([]);
  await onSaved?.();
  const cards = new CardsFile(cardsFile(tree));
  const cardCatalog = new CardCatalog(cards, build, 'key');
  const recorded = (name: string) => ({ folder: path.join(root, name), cacheFile: path.join(root, `${name}.files`) });
  const cache = new BuildCache(tree.folder, recorded(folder).cacheFile, lastGood ? recorded(lastGood) : undefined);
  await putListings(build, cards, cache, { cardCatalog, folder: tree.folder, key: 'key', progress: SILENT });
  cache.finish();
  cardCatalog.close();
  cards.close();
  return readFileSync(path.join(tree.folder, 'export/listings-1.ndjson'), 'utf8');
}

interface Options {
  readonly lastGood?: string;
  readonly onSaved?: () => Promise<void>;
}

test('the export of a server is current if a record changed during the last build and then changed back', async () => {
  await write('Tides of harbors');
  const last = await buildServed('last', { onSaved: () => write('Tides of islands') });
  expect(last).toContain('Tides of islands');
  await write('Tides of harbors');
  const next = await buildServed('next', { lastGood: 'last' });
  expect(next).toContain('Tides of harbors');
  expect(next).toBe(await buildServed('other'));
});
