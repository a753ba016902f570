import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { instant } from '#listing/instant.ts';
import { listingOf } from '#listing/listing.ts';
import { MANIFEST_PATH, originOf } from '#listing/origin.ts';
import { rowOf } from '#listing/row.ts';
import type { Manifest } from '#manifest/manifest.ts';
import { seeded } from '#query/entries.fixture.ts';
import type { Entry } from '#query/plain-engine.ts';
import { readRecords } from '#store/record-files.ts';

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
  for await (const { origin, manifest } of from === undefined ? madeUp(registryDir, count, random) : linesOf(from)) {
    const entry = entryOf(origin, manifest, random);
    entries.set(entry.row.id, entry);
  }
  return [...entries.values()];
}

interface Line {
  readonly origin: string;
  readonly manifest: Manifest;
}

async function* linesOf(from: string): AsyncGenerator<Line> {
  const file = createReadStream(from);
  const lines = createInterface({ input: from.endsWith('.gz') ? file.pipe(createGunzip()) : file });
  for await (const line of lines) yield JSON.parse(line);
}

/** Manifests of the registry, each with a brand of its own and with sentences of two others. */
async function* madeUp(registryDir: string, count: number, random: () => number): AsyncGenerator<Line> {
  const manifests: Manifest[] = [];
  for await (const record of readRecords(registryDir)) if (record.ok) manifests.push(record.value.manifest);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const sentence = () => pick(pick(manifests).description.split(/(?<=\.) /));
  for (let i = 0; i < count; i++) {
    const manifest = pick(manifests);
    const brand = brandOf(i);
    const name = `${brand} ${manifest.name}`.slice(0, 100);
    const description = [manifest.description, sentence(), sentence()].join(' ');
    yield { origin: `https://${brand.toLowerCase()}.example`, manifest: { ...manifest, name, description } };
  }
}

/** A pronounceable word of its own for each number. */
function brandOf(number: number): string {
  const syllables = [1, 17, 289, 4913].map(place => {
    const rest = Math.floor((number * 7919 + 31) / place);
    return `${'bcdfghjklmnprstvz'[rest % 17]}${'aeiou'[rest % 5]}`;
  });
  const word = syllables.join('');
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
}

function entryOf(origin: string, manifest: Manifest, random: () => number): Entry {
  const result = originOf(origin);
  if (!result.ok) throw new Error(`${origin}: ${result.reason}`);
  const { id, url } = result.origin;
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
  return { row: rowOf(listing, BASES), changedAt: listing.changed_at };
}
