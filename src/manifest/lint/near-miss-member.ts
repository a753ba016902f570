import { schema02, schema03 } from '../compiled/schemas.js';
import { getDefinition } from '../explain/fits.ts';
import type { Schema } from '../explain/schema.ts';
import { pointerOf } from '../pointer.ts';
import { findClosestMatch } from '../text/closest-match.ts';
import type { LintRule, Remark } from './rule.ts';

/** Limits the work for manifests with many additional members. */
const MAX_MEMBERS = 200;

export const nearMissMember: LintRule = {
  name: 'near-miss-member',
  severity: 'warning',
  hint: 'Correct the name, or ignore this if it is your own additional member.',
  anchor: 'lint-near-miss-member',
  check(manifest) {
    const root = manifest.spec_version === 'apimanifest-0.2' ? schema02 : schema03;
    const search: Search = { root, remarks: [], unknown: 0 };
    searchValue(manifest, root, [], search);
    return search.remarks;
  },
};

interface Search {
  readonly root: Schema;
  readonly remarks: Remark[];
  /** The number of additional members so far. */
  unknown: number;
}

function searchValue(value: unknown, schema: Schema, parts: Parts, search: Search): void {
  if (typeof value !== 'object' || value === null || search.unknown > MAX_MEMBERS) return;
  const { names, members, items } = getShape(schema, search.root);
  if (Array.isArray(value)) {
    if (items) for (const [index, item] of value.entries()) searchValue(item, items, [...parts, index], search);
    return;
  }
  if (names === undefined) return;
  for (const name of Object.keys(value)) if (!names.has(name)) searchName(name, names, value, parts, search);
  for (const [name, member] of members) {
    if (Object.hasOwn(value, name)) searchValue(Reflect.get(value, name), member, [...parts, name], search);
  }
}

function searchName(name: string, names: ReadonlySet<string>, value: object, parts: Parts, search: Search): void {
  search.unknown += 1;
  if (search.unknown > MAX_MEMBERS) return;
  const missing = [...names].filter(each => !Object.hasOwn(value, each));
  const match = findClosestMatch(name, missing);
  if (match !== undefined) search.remarks.push(createRemark([...parts, name], name, match));
}

function createRemark(parts: Parts, name: string, match: string): Remark {
  return {
    pointer: pointerOf(parts),
    message: `The format does not define this member. Did you mean "${match}"?`,
    hint: `Rename it to "${match}", or ignore this if it is your own additional member.`,
    value: name,
  };
}

type Parts = readonly (string | number)[];

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

/** The parts of a schema that this rule reads, without references. */
interface Shape {
  /** The names that the format defines or recommends for the members of an object. Undefined if it defines none. */
  readonly names: ReadonlySet<string> | undefined;
  /** The members that can contain objects. */
  readonly members: readonly (readonly [name: string, schema: Schema])[];
  /** The schema of items, if they can contain objects. */
  readonly items: Schema | undefined;
}

const shapes = new WeakMap<Schema, Shape>();

function getShape(declared: Schema, root: Schema): Shape {
  const known = shapes.get(declared);
  if (known !== undefined) return known;
  const { title = '', properties, items } = findObjectSchema(declared, root);
  const hasObjects = (schema: Schema) => {
    const found = findObjectSchema(schema, root);
    return found.properties !== undefined || found.items !== undefined;
  };
  const shape = {
    names: properties && new Set([...Object.keys(properties), ...(RECOMMENDED[title] ?? [])]),
    members: Object.entries(properties ?? {}).filter(([, schema]) => hasObjects(schema)),
    items: items && hasObjects(items) ? items : undefined,
  };
  shapes.set(declared, shape);
  return shape;
}

/** Resolves references and choices to the schema that describes members or items. */
function findObjectSchema(schema: Schema, root: Schema): Schema {
  if (schema.$ref !== undefined) return findObjectSchema(getDefinition(schema.$ref, root), root);
  if (schema.properties !== undefined || schema.items !== undefined) return schema;
  const alternatives = (schema.anyOf ?? []).map(each => findObjectSchema(each, root));
  return alternatives.find(({ properties }) => properties !== undefined) ?? schema;
}
