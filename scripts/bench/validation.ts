import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parseJsonText } from '#manifest/json-text.ts';
import { validateManifest } from '#manifest/validate.ts';
import schema from '#schemas/v0.3/manifest.json' with { type: 'json' };
import { createRate, type Figure } from './figure.ts';

/** The number of runs. The best time counts, because other load on the machine only adds to it. */
const ROUNDS = 7;

/**
 * Measures manifests per second, from text to result with findings. The baselines are JSON.parse with plain Ajv that collects
 * all errors, and JSON.parse alone.
 */
export async function benchValidation(registryDir: string): Promise<Figure[]> {
  const texts = await readManifestTexts(registryDir);
  const ajv = new Ajv2020({ allErrors: true }).compile(schema);
  const validators = {
    ours: (text: string) => {
      const parsed = parseJsonText(text);
      return parsed.ok && validateManifest(parsed.value).valid;
    },
    ajv: (text: string) => ajv(JSON.parse(text)),
    parse: (text: string) => JSON.parse(text) !== null,
  };
  const best = { ours: Number.POSITIVE_INFINITY, ajv: Number.POSITIVE_INFINITY, parse: Number.POSITIVE_INFINITY };
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of ['ours', 'ajv', 'parse'] as const)
      best[name] = Math.min(best[name], measureSeconds(texts, validators[name]));
  }
  const perSecond = (name: keyof typeof best) => texts.length / best[name];
  return [
    createRate('manifests validated per second', '/s', perSecond('ours'), {
      name: 'JSON.parse and ajv',
      value: perSecond('ajv'),
    }),
    createRate('manifests validated per second', '/s', perSecond('ours'), {
      name: 'only JSON.parse',
      value: perSecond('parse'),
    }),
  ];
}

function measureSeconds(texts: readonly string[], validates: (text: string) => boolean): number {
  const start = performance.now();
  for (const text of texts) if (!validates(text)) throw new Error('A manifest of the registry is invalid.');
  return (performance.now() - start) / 1000;
}

async function readManifestTexts(registryDir: string): Promise<string[]> {
  const folder = path.join(registryDir, 'listings');
  const files = (await readdir(folder, { recursive: true })).filter(file => file.endsWith('.json'));
  const records = await Promise.all(files.map(file => readFile(path.join(folder, file), 'utf8')));
  return records.map(record => JSON.stringify(JSON.parse(record).manifest));
}
