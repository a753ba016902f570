import { listingOf } from '#listing/listing.ts';
import { MANIFEST_PATH, parseOrigin } from '#listing/origin.ts';
import { toRow } from '#listing/row.ts';
import { instant } from '#listing/timestamp.ts';
import type { Manifest } from '#manifest/manifest.ts';
import type { Entry } from '#query/engines/reference-engine.ts';
import { seeded } from '#query/entries.fixture.ts';
import { manifestsFrom } from '../manifests.ts';

const BASES = { registry: 'https://registry.example', site: 'https://registry.example' };
const DAY = 86_400_000;
const NEWEST = Date.UTC(2026, 10, 1);

/**
 * The entries to measure with. Times and checks, which manifests do not tell, are made up, the same each time.
 *
 * @param registryDir holds `listings/`; without a file, their texts are recombined
 * @param count how many to make up
 * @param from a file of lines `{"origin","manifest"}`, which may be gzipped
 */
export async function entriesFrom(registryDir: string, count: number, from?: string): Promise<Entry[]> {
  const random = seeded(1);
  const entries = new Map<string, Entry>();
  for await (const { origin, manifest } of manifestsFrom(registryDir, count, from)) {
    const entry = entryOf(origin, manifest, random);
    entries.set(entry.row.id, entry);
  }
  return [...entries.values()];
}

function entryOf(origin: string, manifest: Manifest, random: () => number): Entry {
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
  return { row: toRow(listing, BASES), changedAt: listing.changed_at };
}
