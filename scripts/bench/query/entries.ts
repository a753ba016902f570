import { listingOf } from '#listing/listing.ts';
import { MANIFEST_PATH, parseOrigin } from '#listing/origin.ts';
import { instant } from '#listing/time/timestamp.ts';
import type { Manifest } from '#manifest/manifest.ts';
import { seeded } from '#query/entries.fixture.ts';
import { type Entry, toEntry } from '#query/entry.ts';
import { NEWEST, readManifests } from '../manifests.ts';

const BASES = { registry: 'https://registry.example', site: 'https://registry.example' };
const DAY = 86_400_000;

/**
 * Loads or generates index entries. Times and check results, which manifests do not contain, are generated, the same in
 * each run.
 *
 * @param registryDir contains `listings/`; generated manifests recombine their texts
 * @param count the number of entries to generate
 * @param from a file with lines of `{"origin","manifest"}`, which may be gzipped
 */
export async function loadEntries(registryDir: string, count: number, from?: string): Promise<Entry[]> {
  const random = seeded(1);
  const entries = new Map<string, Entry>();
  for await (const { origin, manifest } of readManifests(registryDir, count, from)) {
    const entry = createEntry(origin, manifest, random);
    entries.set(entry.row.id, entry);
  }
  return [...entries.values()];
}

function createEntry(origin: string, manifest: Manifest, random: () => number): Entry {
  const result = parseOrigin(origin);
  if (!result.ok) throw new Error(`${origin}: ${result.error}`);
  const { id, url } = result.value;
  const updated_at = instant(NEWEST - random() * 900 * DAY);
  const created_at = instant(Date.parse(updated_at) - random() * 100 * DAY);
  const source = { type: 'publisher', manifest_url: url + MANIFEST_PATH } as const;
  const checked = instant(NEWEST + random() * 3 * DAY);
  const listing = listingOf(
    { id, url, source, created_at, updated_at, manifest },
    random() < 0.7
      ? {
          verified_at: checked,
          last_checked_at: checked,
          next_check_by: instant(NEWEST + 4 * DAY),
          badges: manifest.authentication.required && random() < 0.6 ? ['auth-verified'] : [],
        }
      : undefined,
  );
  return toEntry(listing, BASES);
}
