import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { ListingRecord } from '#listing/listing-record.ts';
import { createQuickstart, listNeeds } from './snippets.ts';

const LISTINGS = path.resolve(import.meta.dirname, '../../../registry/listings');

test('names the credentials of each listing that requires them', async () => {
  const files = (await readdir(LISTINGS, { recursive: true })).filter(name => name.endsWith('.json'));
  const without: string[] = [];
  for (const file of files) {
    const record: ListingRecord = JSON.parse(await readFile(path.join(LISTINGS, file), 'utf8'));
    const quickstart = createQuickstart(record);
    if (quickstart === undefined || !quickstart.plan.authentication.required) continue;
    // The request has the public key that its provider publishes for tests.
    if (quickstart.plan.url.includes('api_key=DEMO_KEY')) continue;
    if (!listNeeds(quickstart.plan).includes('your credentials')) without.push(record.id);
  }
  expect(files.length).toBeGreaterThan(300);
  expect(without).toEqual([]);
});
