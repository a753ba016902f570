/**
 * Compiles the JSON Schemas of the manifest format to plain JavaScript in src/manifest/compiled/, because edge hosts
 * forbid generating code at run time. Run by `npm install`; does nothing when the result is up to date.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import ajvPackage from 'ajv/package.json' with { type: 'json' };
import { build, version as esbuildVersion } from 'esbuild';
import type { Schema } from '#manifest/explain/schema.ts';

const pathOf = (address: string) => fileURLToPath(new URL(address, import.meta.url));
const textCounter = pathOf('../src/manifest/explain/schema.ts');
const schemaTexts = ['v0.3', 'v0.2'].map(version =>
  readFileSync(pathOf(`../public/schemas/${version}/manifest.json`), 'utf8'),
);
const sources = [pathOf('compile-validators.ts'), textCounter].map(path => readFileSync(path, 'utf8'));
const digest = createHash('sha256')
  .update([...schemaTexts, ...sources, ajvPackage.version, esbuildVersion].join('\0'))
  .digest('hex');
const stamp = `// Made by scripts/compile-validators.ts from ${digest}\n`;
const annotations = ['$schema', '$id', '$defs', '$comment', 'title', 'description', 'examples', 'default'];
const folder = pathOf('../src/manifest/compiled/');

if (!existsSync(`${folder}validators.js`) || !readFileSync(`${folder}validators.js`, 'utf8').startsWith(stamp)) {
  const [schema03 = {}, schema02 = {}] = schemaTexts.map(text => JSON.parse(text) as Schema);
  mkdirSync(folder, { recursive: true });
  write('schemas.d.ts', `import type { Schema } from '../explain/schema.ts';\n${declared('schema', 'Schema')}`);
  write('schemas.js', `export const schema03 = ${explaining(schema03)}, schema02 = ${explaining(schema02)};\n`);
  write('validators.d.ts', declared('fits', '(value: unknown) => boolean'));
  write('validators.js', stamp + (await validators(schema03, schema02)));
}

/** Replaces a file in one step, so that a program that starts at the same moment never reads half of it. */
function write(name: string, text: string): void {
  const draft = `${folder}${name}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, folder + name);
}

function declared(name: string, type: string): string {
  return `export const ${name}03: ${type};\nexport const ${name}02: ${type};\n`;
}

/** The schema for src/manifest/explain/: descriptions without the lists of values, and nothing that only editors need. */
function explaining({ examples, ...schema }: Schema): string {
  return JSON.stringify(schema, (keyword, value) => {
    if (['$schema', '$id', '$comment', 'default'].includes(keyword)) return undefined;
    return keyword === 'description' && typeof value === 'string' ? value.split('\n')[0] : value;
  });
}

/** Functions that answer true or false. Under two `not`s a schema keeps its verdict, and Ajv leaves out all error objects: a third of the size. */
async function validators(schema03: Schema, schema02: Schema): Promise<string> {
  const ajv = new Ajv2020({ messages: false, code: { source: true, esm: true } });
  ajv.addSchema({ $id: 'fits03', not: { not: bare(schema03, schema03) } });
  ajv.addSchema({ $id: 'fits02', not: { not: bare(schema02, schema02) } });
  const code = standalone.default(ajv, { fits03: 'fits03', fits02: 'fits02' });
  const counted = code.replaceAll('require("ajv/dist/runtime/ucs2length").default', 'codePoints');
  const contents = `import { codePoints } from ${JSON.stringify(textCounter)};\n${counted}`;
  const stdin = { contents, resolveDir: pathOf('..') };
  const { outputFiles } = await build({ stdin, bundle: true, format: 'esm', minify: true, write: false });
  return outputFiles.map(file => file.text).join('');
}

/** A schema with its references replaced by what they refer to, since none is recursive, and without annotations. */
function bare(schema: Schema, root: Schema): object {
  if (schema.$ref !== undefined) return bare(root.$defs?.[schema.$ref.replace('#/$defs/', '')] ?? {}, root);
  const one = (inner: Schema) => bare(inner, root);
  const named = (map: Record<string, Schema>) =>
    Object.fromEntries(Object.entries(map).map(([name, inner]) => [name, one(inner)]));
  const kept = Object.entries(schema).filter(([keyword]) => !annotations.includes(keyword));
  return Object.fromEntries(
    kept.map(([keyword, value]) => {
      if (['items', 'not', 'if', 'then'].includes(keyword)) return [keyword, one(value)];
      if (['allOf', 'anyOf'].includes(keyword)) return [keyword, value.map(one)];
      return [keyword, keyword === 'properties' ? named(value) : value];
    }),
  );
}
