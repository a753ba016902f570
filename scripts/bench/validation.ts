import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parseJsonText } from '#manifest/json-text.ts';
import { validateManifest } from '#manifest/validate.ts';
import schema from '#schemas/v0.3/manifest.json' with { type: 'json' };
import { createRate, type Figure } from './figure.ts';

/** The maximum number of manifests in a round, so that many rounds take only seconds. */
const MAX_MANIFESTS = 400;

/** The number of rounds before the measured ones, in which Node compiles the code of all validators. */
const WARM_UP_ROUNDS = 10;

/** The number of measured rounds. The best time of each slice counts, because other load on the machine only adds to it. */
const ROUNDS = 40;

/** The number of manifests in a slice. It takes less than a millisecond, so that few slices contain a change of processes. */
const SLICE = 20;

type Validator = (text: string) => boolean;

/**
 * Measures manifests per second, from text to result with findings: as frameworks send JSON, and formatted with two spaces.
 * The baselines are JSON.parse with plain Ajv that collects all errors, and JSON.parse alone.
 */
export async function benchValidation(registryDir: string): Promise<Figure[]> {
  const manifests = await readManifestSample(registryDir);
  const ajv = new Ajv2020({ allErrors: true }).compile(schema);
  const validators: readonly Validator[] = [
    text => {
      const parsed = parseJsonText(text);
      return parsed.ok && validateManifest(parsed.value).valid;
    },
    text => ajv(JSON.parse(text)),
    text => JSON.parse(text) !== null,
  ];
  return ['', '  '].flatMap(indent => {
    const texts = manifests.map(manifest => JSON.stringify(manifest, null, indent));
    const name = `${indent === '' ? '' : 'formatted '}manifests validated per second`;
    const [ours = 0, plain = 0, parse = 0] = findBestTimes(texts, validators).map(seconds => texts.length / seconds);
    return [
      createRate(name, '/s', ours, { name: 'JSON.parse and ajv', value: plain }),
      createRate(name, '/s', ours, { name: 'only JSON.parse', value: parse }),
    ];
  });
}

/**
 * Returns the shortest time of each validator for all texts, in seconds. The validators take turns at each slice of the
 * texts, in an order that rotates, so that none always pays for collecting the garbage of the same other one.
 */
function findBestTimes(texts: readonly string[], validators: readonly Validator[]): readonly number[] {
  const slices = Array.from({ length: Math.ceil(texts.length / SLICE) }, (_, index) =>
    texts.slice(index * SLICE, (index + 1) * SLICE),
  );
  const best = validators.map(() => slices.map(() => Number.POSITIVE_INFINITY));
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
    for (const [index, slice] of slices.entries()) {
      for (let turn = 0; turn < validators.length; turn++) {
        const at = (round + turn) % validators.length;
        const seconds = measureSeconds(slice, validators[at] as Validator);
        const times = best[at] as number[];
        if (round >= WARM_UP_ROUNDS) times[index] = Math.min(times[index] ?? 0, seconds);
      }
    }
  }
  return best.map(times => times.reduce((sum, seconds) => sum + seconds, 0));
}

function measureSeconds(texts: readonly string[], validates: Validator): number {
  const start = performance.now();
  for (const text of texts) if (!validates(text)) throw new Error('A manifest of the registry is invalid.');
  return (performance.now() - start) / 1000;
}

/** Reads up to `MAX_MANIFESTS` manifests from a registry, evenly spaced. */
async function readManifestSample(registryDir: string): Promise<unknown[]> {
  const folder = path.join(registryDir, 'listings');
  const files = (await readdir(folder, { recursive: true })).filter(file => file.endsWith('.json')).sort();
  const step = Math.max(1, files.length / MAX_MANIFESTS);
  const sample = files.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
  const records = await Promise.all(sample.map(file => readFile(path.join(folder, file), 'utf8')));
  return records.map(record => JSON.parse(record).manifest);
}
