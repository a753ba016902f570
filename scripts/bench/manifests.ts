import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import type { Manifest } from '#manifest/manifest.ts';
import { seeded } from '#query/entries.fixture.ts';
import { readRecords } from '#store/record-files.ts';

/** What the publisher at an origin serves. */
export interface Published {
  readonly origin: string;
  readonly manifest: Manifest;
}

/**
 * The manifests to measure with: those of a file, or as many as are wanted, made up, the same each time.
 *
 * @param registryDir holds `listings/`; without a file, their texts are recombined
 * @param from a file of lines `{"origin","manifest"}`, which may be gzipped
 */
export function manifestsFrom(registryDir: string, count: number, from?: string): AsyncGenerator<Published> {
  return from === undefined ? madeUp(registryDir, count, seeded(1)) : linesOf(from);
}

async function* linesOf(from: string): AsyncGenerator<Published> {
  const file = createReadStream(from);
  const lines = createInterface({ input: from.endsWith('.gz') ? file.pipe(createGunzip()) : file });
  for await (const line of lines) yield JSON.parse(line);
}

/** Manifests of the registry, each with a brand of its own and with sentences of two others. */
async function* madeUp(registryDir: string, count: number, random: () => number): AsyncGenerator<Published> {
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
