/**
 * Copies the vocabularies of registry/taxonomy.json into the JSON Schemas: the `enum` and the list in the `description` of
 * each schema with `"$comment": "Taxonomy: <vocabulary>[, without <value>][, or null]"`.
 *   --check  writes nothing; exits with 1 if a schema is out of date
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { $ } from 'zx';
import { runScript } from '#cli/terminal/run-script.ts';
import { meaning, type Term, type Vocabulary, values, vocabularies } from '#manifest/taxonomy.ts';
import { toUnicodeEscape } from '#manifest/text/excerpt.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

await runScript(async () => {
  const { values: options } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
  const files = ['v0.3', 'v0.2'].map(version => path.join(ROOT, `public/schemas/${version}/manifest.json`));
  const outdated = files.filter(file => {
    const schema: unknown = JSON.parse(readFileSync(file, 'utf8'));
    const synced = withVocabularies(schema);
    if (isDeepStrictEqual(schema, synced)) return false;
    if (!options.check) writeFileSync(file, formatAsciiJson(synced));
    return true;
  });
  if (outdated.length === 0) return 0;
  if (!options.check) {
    await $({ quiet: true, cwd: ROOT })`${path.join(ROOT, 'node_modules/.bin/biome')} format --write ${outdated}`;
    return 0;
  }
  for (const file of outdated)
    console.error(`${file} does not match registry/taxonomy.json. Run node scripts/generate/sync-schemas.ts.`);
  return 1;
});

function withVocabularies(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withVocabularies);
  if (typeof node !== 'object' || node === null) return node;
  const copy: Record<string, unknown> = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, withVocabularies(value)]),
  );
  const { $comment, description } = copy;
  const match = /^Taxonomy: (\w+)(?:, without (\S+?))?(, or null)?$/.exec(String($comment));
  if (match === null) return copy;
  const [, name, without, orNull] = match;
  const vocabulary = vocabularies.find(known => known === name);
  if (vocabulary === undefined) throw new Error(`The taxonomy has no vocabulary "${name}".`);
  const terms = values(vocabulary).filter(value => value !== without);
  const [about] = String(description).split('\n');
  return {
    ...copy,
    description: `${about}\n\n${formatList(vocabulary, terms)}`,
    enum: orNull ? [...terms, null] : terms,
  };
}

function formatList<V extends Vocabulary>(vocabulary: V, terms: readonly Term<V>[]): string {
  return terms.map(term => `- ${term}: ${meaning(vocabulary, term)}`).join('\n');
}

/** Formats JSON with all non-ASCII characters escaped, because the patterns contain invisible white space. */
function formatAsciiJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2).replace(/[^\x20-\x7e\n]/g, toUnicodeEscape)}\n`;
}
