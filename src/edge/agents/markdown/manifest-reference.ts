import { getMember } from '#manifest/json-object.ts';
import example02 from '#registry/examples/manifest-0.2.json' with { type: 'json' };
import example03 from '#registry/examples/manifest-0.3.json' with { type: 'json' };
import manifest02 from '#schemas/v0.2/manifest.json' with { type: 'json' };
import manifest03 from '#schemas/v0.3/manifest.json' with { type: 'json' };
import type { Addresses } from '../../config.ts';
import type { JsonSchema } from './json-schema.ts';
import { bounds, isObject, resolved, typeInWords } from './json-schema.ts';

/** Creates the reference of manifest format 0.3 from its schema. */
export function manifestReference({ site }: Addresses): string {
  return `# Manifest reference

A manifest describes one API. It is JSON at \`/.well-known/api-manifest.json\` on the origin of the API. Every object may have additional members.

${versionReference('0.3', manifest03 as JsonSchema, example03, `${site}/schemas/v0.3/manifest.json`)}
`;
}

/** Creates the reference of manifest format 0.2 from its schema. */
export function formerManifestReference({ site }: Addresses): string {
  return `# Manifest 0.2

The previous format. The registry still accepts it. Write new manifests in format 0.3.

${versionReference('0.2', manifest02 as JsonSchema, example02, `${site}/schemas/v0.2/manifest.json`)}
`;
}

function versionReference(version: string, schema: JsonSchema, example: object, url: string): string {
  const samples = new Map(samplesIn(schema, example, schema));
  const definitions = Object.values(schema.$defs ?? {});
  return [
    `## Format ${version}`,
    `Declared with \`"spec_version": "apimanifest-${version}"\`. JSON Schema: <${url}>.`,
    members(schema, schema, example),
    ...definitions.map(definition => definitionReference(definition, schema, samples.get(definition))),
    `### Complete example of format ${version}`,
    'A valid manifest of a fictional API with every field.',
    `\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``,
  ].join('\n\n');
}

/** Yields each definition of a schema with the value that an example document has for it. */
function* samplesIn(schema: JsonSchema, sample: unknown, root: JsonSchema): Generator<[JsonSchema, unknown]> {
  const known = resolved(schema, root);
  if (known !== schema) yield [known, sample];
  if (known.items) yield* samplesIn(known.items, Array.isArray(sample) ? sample[0] : undefined, root);
  for (const { properties = {} } of [known, ...(known.anyOf ?? [])])
    for (const [name, property] of Object.entries(properties))
      yield* samplesIn(property, getMember(sample, name), root);
}

function definitionReference(definition: JsonSchema, root: JsonSchema, sample: unknown): string {
  const objects = [definition, ...(definition.anyOf ?? [])].filter(isObject);
  const parts = [`### ${definition.title}`, definition.description ?? ''];
  for (const each of objects) parts.push(members(each, root, sample));
  if (objects.length === 0) {
    parts.push(`A ${typeInWords(definition, root)}${bounds(definition)}.`);
    const examples = definition.examples?.map(each => `\`${JSON.stringify(each)}\``) ?? [];
    if (examples.length > 0) parts.push(`For example ${examples.join(' or ')}.`);
  }
  const conditions = conditionsOf(definition);
  if (conditions.length > 0) parts.push(conditions.map(condition => `- ${condition}`).join('\n'));
  return parts.filter(part => part !== '').join('\n\n');
}

function members({ properties = {}, required = [] }: JsonSchema, root: JsonSchema, sample: unknown): string {
  const lines = Object.entries(properties).map(([name, property]) => {
    const need = required.includes(name) ? ', required' : '';
    const known = resolved(property, root);
    const text = property.description ?? known.description ?? '';
    const items = property.items?.enum ? `\n\n${property.items.description ?? ''}` : '';
    const value = property.examples?.[0] ?? getMember(sample, name) ?? known.examples?.[0];
    const example = value === undefined || hasMembers(known, root) ? '' : `For example \`${JSON.stringify(value)}\`.`;
    const details = text + items;
    const gap = example === '' ? '' : details.includes('\n') ? '\n\n' : ' ';
    return `- \`${name}\` (${typeInWords(property, root)}${need}${bounds(known)}): ${indented(details + gap + example)}`;
  });
  return lines.join('\n');
}

/** Whether a value is an object or an array of objects, whose members have their own section. */
function hasMembers(schema: JsonSchema, root: JsonSchema): boolean {
  const inner = schema.items ? resolved(schema.items, root) : schema;
  return [inner, ...(inner.anyOf ?? [])].some(isObject);
}

/** Returns the descriptions of conditions that a schema adds to its members. */
function conditionsOf({ allOf = [], anyOf = [] }: JsonSchema): readonly string[] {
  return [
    ...allOf.map(({ then }) => then?.description),
    ...anyOf.filter(each => !each.type).map(each => each.description),
  ].filter((text): text is string => text !== undefined);
}

/** Indents the later lines of a list item. */
function indented(text: string): string {
  return text.replace(/\n(?=.)/g, '\n  ');
}
