/**
 * Generates `api.github.com.json` from GitHub's published OpenAPI description, which is too large for a dependency:
 *
 *   npm install --prefix /tmp/openapi --ignore-scripts @octokit/openapi
 *   node scripts/fake-github/extract-description.ts /tmp/openapi/node_modules/@octokit/openapi/generated/api.github.com.json
 *
 * Keeps the operations of `operations.ts` and the components that they refer to, drops prose and examples, and converts
 * `nullable` (OpenAPI 3.0) to JSON Schema.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { OPERATIONS } from './operations.ts';

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
type Members = { readonly [name: string]: Json };

/** Members that the checks do not need. */
const DROPPED = new Set([
  'description',
  'example',
  'examples',
  'title',
  'externalDocs',
  'headers',
  'links',
  'default',
  'deprecated',
]);

const [source] = process.argv.slice(2);
if (source === undefined) {
  console.error('Usage: node scripts/fake-github/extract-description.ts .../generated/api.github.com.json');
  process.exit(2);
}

const whole: Members = JSON.parse(await readFile(source, 'utf8'));
const paths: Record<string, Record<string, Json>> = {};
for (const operation of OPERATIONS) {
  const [method = '', path = ''] = operation.split(' ');
  const found = getMember(getMember(getMember(whole, 'paths'), path), method.toLowerCase());
  paths[path] = { ...paths[path], [method.toLowerCase()]: slim(pickOperation(found)) };
}

const components: Record<string, Record<string, Json>> = {};
collect(paths);
const { title, version, license } = getMember(whole, 'info') as Members;
const description = { openapi: '3.1.0', info: { title, version, license }, paths, components };
const target = new URL('api.github.com.json', import.meta.url);
await writeFile(target, `${JSON.stringify(description)}\n`);
console.log(`${OPERATIONS.length} operations written to ${target.pathname}`);

/** Keeps the members that describe requests and replies. */
function pickOperation(operation: Json): Json {
  const { parameters = [], requestBody = null, responses = {} } = operation as Members;
  return { parameters, ...(requestBody !== null && { requestBody }), responses };
}

function slim(value: Json): Json {
  if (Array.isArray(value)) return value.map(slim);
  if (value === null || typeof value !== 'object') return value;
  const kept: Record<string, Json> = {};
  for (const [name, inner] of Object.entries(value)) {
    if (name === 'properties') kept[name] = mapMembers(inner as Members, slim);
    else if (!DROPPED.has(name) && !name.startsWith('x-')) kept[name] = slim(inner);
  }
  return withNull(kept);
}

/** Replaces `nullable: true` with the type `null`. */
function withNull(schema: Record<string, Json>): Json {
  const { nullable, ...rest } = schema;
  if (nullable === undefined) return schema;
  if (nullable !== true) return rest;
  if (typeof rest.type !== 'string') return Object.keys(rest).length > 0 ? { anyOf: [rest, { type: 'null' }] } : rest;
  const values = Array.isArray(rest.enum) && !rest.enum.includes(null) ? { enum: [...rest.enum, null] } : {};
  return { ...rest, type: [rest.type, 'null'], ...values };
}

/** Adds the components that a value refers to, and their references. */
function collect(value: Json): void {
  if (Array.isArray(value)) for (const inner of value) collect(inner);
  else if (value !== null && typeof value === 'object') {
    const { $ref } = value as Members;
    if (typeof $ref === 'string') collectComponent($ref);
    for (const inner of Object.values(value)) collect(inner);
  }
}

function collectComponent(reference: string): void {
  const [, , kind = '', name = ''] = reference.split('/');
  components[kind] ??= {};
  const group = components[kind];
  if (name in group) return;
  const component = slim(getMember(getMember(getMember(whole, 'components'), kind), name));
  group[name] = component;
  collect(component);
}

function getMember(value: Json | undefined, name: string): Json {
  const found = (value as Members | undefined)?.[name];
  if (found === undefined) throw new Error(`The description has no member "${name}" at the expected location.`);
  return found;
}

function mapMembers(members: Members, change: (value: Json) => Json): Json {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, change(value)]));
}
