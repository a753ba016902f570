import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import type { Manifest } from '#manifest/manifest.ts';
import { capitalize } from '#manifest/text/capitalize.ts';
import { createPicker, seeded } from '#query/entries.fixture.ts';
import { readRecords } from '#store/record-files.ts';

/** The time of the newest record of a generated registry, in milliseconds since 1970. */
export const NEWEST = Date.UTC(2026, 10, 1);

/** The manifest of an origin. */
export interface Published {
  readonly origin: string;
  readonly manifest: Manifest;
}

/**
 * Reads the manifests of a file, or generates manifests, the same in each run.
 *
 * @param registryDir contains `listings/`; generated manifests recombine their texts
 * @param count the number of manifests to generate
 * @param from a file with lines of `{"origin","manifest"}`, which may be gzipped
 */
export function readManifests(registryDir: string, count: number, from?: string): AsyncGenerator<Published> {
  return from === undefined ? generateManifests(registryDir, count, seeded(1)) : readLines(from);
}

async function* readLines(from: string): AsyncGenerator<Published> {
  const file = createReadStream(from);
  const lines = createInterface({ input: from.endsWith('.gz') ? file.pipe(createGunzip()) : file });
  for await (const line of lines) yield JSON.parse(line);
}

/** Varies the manifests of the registry: each gets a unique brand and sentences of two others. */
async function* generateManifests(registryDir: string, count: number, random: () => number): AsyncGenerator<Published> {
  const manifests: Manifest[] = [];
  for await (const record of readRecords(registryDir)) if (record.ok) manifests.push(record.value.manifest);
  const pick = createPicker(random);
  const sentence = () => pick(pick(manifests).description.split(/(?<=\.) /));
  for (let i = 0; i < count; i++) {
    const manifest = pick(manifests);
    const brand = createBrand(i);
    const name = `${brand} ${manifest.name}`.slice(0, 100);
    const description = [manifest.description, sentence(), sentence()].join(' ');
    yield { origin: `https://${brand.toLowerCase()}.example`, manifest: { ...manifest, name, description } };
  }
}

/** Creates a unique, pronounceable word for each number. */
function createBrand(number: number): string {
  const syllables = [1, 17, 289, 4913].map(place => {
    const rest = Math.floor((number * 7919 + 31) / place);
    return `${'bcdfghjklmnprstvz'[rest % 17]}${'aeiou'[rest % 5]}`;
  });
  return capitalize(syllables.join(''));
}
