import { findClosestMatch } from '../closest-match.ts';
import { schema02, schema03 } from '../compiled/schemas.js';
import { getDefinition } from '../explain/fits.ts';
import type { Schema } from '../explain/schema.ts';
import type { Manifest } from '../manifest.ts';
import { pointerOf } from '../pointer.ts';
import type { LintRule, Remark } from './rule.ts';

/** Limits the work for manifests with many additional members. */
const MAX_MEMBERS = 200;

export const nearMissMember: LintRule = {
  name: 'near-miss-member',
  severity: 'warning',
  hint: 'Correct the name, or ignore this if it is your own additional member.',
  anchor: 'lint-near-miss-member',
  *check(manifest) {
    let unknown = 0;
    for (const { value, parts, names } of listObjects(manifest)) {
      for (const name of Object.keys(value)) {
        if (names.has(name)) continue;
        unknown += 1;
        if (unknown > MAX_MEMBERS) return;
        const missing = [...names].filter(each => !Object.hasOwn(value, each));
        const match = findClosestMatch(name, missing);
        if (match !== undefined) yield createRemark([...parts, name], name, match);
      }
    }
  },
};

function createRemark(parts: Parts, name: string, match: string): Remark {
  return {
    pointer: pointerOf(parts),
    message: `The format does not define this member. Did you mean "${match}"?`,
    hint: `Rename it to "${match}", or ignore this if it is your own additional member.`,
    value: name,
  };
}

type Parts = readonly (string | number)[];

/** An object of a manifest with the names that the format defines or recommends for it. */
interface DefinedObject {
  readonly value: object;
  readonly parts: Parts;
  readonly names: ReadonlySet<string>;
}

/** Members that the format recommends although its schema does not define them, by the title of their object. */
const RECOMMENDED: Readonly<Record<string, readonly string[]>> = {
  Endpoint: [
    'authentication',
    'request_body',
    'request_content_type',
    'request_example',
    'required_headers',
    'response_example',
    'use_cases',
  ],
  Parameter: ['content_type', 'default', 'enum', 'example', 'explode', 'in', 'style'],
  Authentication: ['config'],
  'API manifest 0.3': ['required_headers', 'use_cases'],
  'API manifest 0.2': ['required_headers', 'use_cases'],
};

function* listObjects(manifest: Manifest): Generator<DefinedObject> {
  const root = manifest.spec_version === 'apimanifest-0.2' ? schema02 : schema03;
  yield* listObjectsIn(manifest, root, [], root);
}

function* listObjectsIn(value: unknown, declared: Schema, parts: Parts, root: Schema): Generator<DefinedObject> {
  if (typeof value !== 'object' || value === null) return;
  const schema = findObjectSchema(declared, root);
  if (Array.isArray(value)) {
    if (schema.items === undefined) return;
    for (const [index, item] of value.entries()) yield* listObjectsIn(item, schema.items, [...parts, index], root);
    return;
  }
  const { properties } = schema;
  if (properties === undefined) return;
  yield { value, parts, names: getNames(schema) };
  for (const [name, property] of Object.entries(properties))
    if (Object.hasOwn(value, name)) yield* listObjectsIn(Reflect.get(value, name), property, [...parts, name], root);
}

/** Resolves references and choices to the schema that describes members or items. */
function findObjectSchema(schema: Schema, root: Schema): Schema {
  if (schema.$ref !== undefined) return findObjectSchema(getDefinition(schema.$ref, root), root);
  if (schema.properties !== undefined || schema.items !== undefined) return schema;
  const alternatives = (schema.anyOf ?? []).map(each => findObjectSchema(each, root));
  return alternatives.find(({ properties }) => properties !== undefined) ?? schema;
}

const namesBySchema = new WeakMap<Schema, ReadonlySet<string>>();

function getNames(schema: Schema): ReadonlySet<string> {
  const cached = namesBySchema.get(schema);
  if (cached !== undefined) return cached;
  const names = new Set([...Object.keys(schema.properties ?? {}), ...(RECOMMENDED[schema.title ?? ''] ?? [])]);
  namesBySchema.set(schema, names);
  return names;
}
