import type { Schema } from '#manifest/explain/schema.ts';
import { getMember } from '#manifest/json-object.ts';
import { createAnchors } from '../format/anchors.ts';
import { describedValues, formatConstraints, formatType, resolved, type VocabularyValue } from './schema-words.ts';

/** A field of the manifest or of a nested object. */
export interface Field {
  readonly name: string;
  /** The path from the root of the manifest: `endpoints[].path`. */
  readonly path: string;
  readonly anchor: string;
  readonly required: boolean;
  readonly type: string;
  readonly text: string;
  readonly constraints: readonly string[];
  readonly values: readonly VocabularyValue[];
  /** The allowed string formats. Empty if any string is valid. */
  readonly forms: readonly Form[];
  /** The fragment of the group with its members. */
  readonly members: string | undefined;
  /** As JSON. */
  readonly example: string | undefined;
}

/** The fields of one object of the manifest. */
export interface FieldGroup {
  /** Empty for the manifest itself. */
  readonly path: string;
  readonly anchor: string;
  readonly text: string;
  readonly fields: readonly Field[];
  /** The object in the example manifest, as JSON with shortened inner objects. Undefined if it has none. */
  readonly example: string | undefined;
  /** Constraints between the members. */
  readonly rules: readonly string[];
}

/** A string format that several fields share, such as a URL. */
export interface Form {
  readonly anchor: string;
  readonly title: string;
  readonly text: string;
  readonly examples: readonly string[];
}

/**
 * Lists the fields of a manifest schema, object by object, in the order of the schema.
 *
 * @param example a manifest with every field, for fields without an example in the schema
 */
export function fieldGroups(schema: Schema, example: unknown): readonly FieldGroup[] {
  const found = objectsIn(schema, schema, '', example);
  const paths = found.flatMap(({ path, object }) => Object.keys(object.properties ?? {}).map(name => at(path, name)));
  const anchors = mapAnchors('field', paths);
  const groups = mapAnchors(
    'group',
    found.map(({ path }) => path),
  ).set('', 'manifest');
  return found.map(({ path, text, object, sample }) => ({
    path,
    anchor: groups.get(path) ?? '',
    text,
    example: shortenInner(sample),
    rules: rulesOf(object),
    fields: Object.entries(object.properties ?? {}).map(([name, property]) => {
      const place = at(path, name);
      const required = object.required?.includes(name) ?? false;
      const members = groups.get(place) ?? groups.get(`${place}[]`);
      const anchor = anchors.get(place) ?? '';
      const field = { name, path: place, anchor, required, members };
      const example = members === undefined ? exampleOf(property, schema, getMember(sample, name)) : undefined;
      return { ...field, ...traitsOf(property, schema), example };
    }),
  }));
}

/** The string formats of a schema. */
export function formsOf({ $defs = {} }: Schema): readonly Form[] {
  return Object.entries($defs)
    .filter(([, { type }]) => type === 'string')
    .map(([name, form]) => formOf(name, form));
}

interface FoundObject {
  readonly path: string;
  readonly text: string;
  readonly object: Schema;
  readonly sample: unknown;
}

function objectsIn(given: Schema, root: Schema, path: string, sample: unknown): readonly FoundObject[] {
  const { schema } = resolved(given, root);
  if (schema.items) return objectsIn(schema.items, root, `${path}[]`, Array.isArray(sample) ? sample[0] : undefined);
  const object = schema.properties ? schema : schema.anyOf?.find(each => each.properties);
  if (!object) return [];
  const inner = Object.entries(object.properties ?? {}).flatMap(([name, property]) =>
    objectsIn(property, root, at(path, name), getMember(sample, name)),
  );
  return [{ path, text: schema.description ?? '', object, sample }, ...inner];
}

function mapAnchors(prefix: string, paths: readonly string[]): Map<string, string> {
  const anchors = createAnchors(prefix, paths);
  return new Map(paths.map((path, index) => [path, anchors[index] ?? path]));
}

function traitsOf(property: Schema, root: Schema) {
  const { schema } = resolved(property, root);
  const own = describedValues(property);
  const items = schema.items ? describedValues(resolved(schema.items, root).schema) : undefined;
  const general = describedValues(schema);
  const forms = [property, ...(property.anyOf ?? []), ...(schema.items ? [schema.items] : [])].flatMap(each => {
    const form = resolved(each, root);
    return form.name !== undefined && form.schema.type === 'string' ? formOf(form.name, form.schema) : [];
  });
  return {
    type: formatType(property, root),
    text: own.text || general.text,
    constraints: formatConstraints(schema),
    values: general.values.length > 0 ? general.values : (items?.values ?? []),
    forms,
  };
}

function formOf(name: string, { title = name, description = '', examples = [] }: Schema): Form {
  return { anchor: `form-${name}`, title, text: description, examples: examples.map(each => JSON.stringify(each)) };
}

/** The example in the schema, or the value in the given manifest. */
function exampleOf(property: Schema, root: Schema, sample: unknown): string | undefined {
  const [given = sample ?? resolved(property, root).schema.examples?.[0]] = property.examples ?? [];
  return given === undefined ? undefined : JSON.stringify(given);
}

/** Formats an object as JSON and shortens its inner objects, which have their own examples. */
function shortenInner(sample: unknown): string | undefined {
  if (typeof sample !== 'object' || sample === null) return undefined;
  const lines = Object.entries(sample).map(([name, value]) => `  ${JSON.stringify(name)}: ${shorten(value)}`);
  return `{\n${lines.join(',\n')}\n}`;
}

function shorten(value: unknown): string {
  if (Array.isArray(value)) return `[${value.slice(0, 3).map(shorten).join(', ')}${value.length > 3 ? ', …' : ''}]`;
  return typeof value === 'object' && value !== null ? '{ … }' : JSON.stringify(value);
}

function rulesOf({ allOf = [], anyOf = [], then }: Schema): readonly string[] {
  return [...allOf.map(each => each.then), then, ...anyOf]
    .map(each => each?.description)
    .filter(text => text !== undefined);
}

function at(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
