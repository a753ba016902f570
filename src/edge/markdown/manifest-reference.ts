import manifest02 from '#schemas/v0.2/manifest.json' with { type: 'json' };
import manifest03 from '#schemas/v0.3/manifest.json' with { type: 'json' };
import type { Addresses } from '../configuration.ts';
import type { JsonSchema } from './json-schema.ts';
import { bounds, isObject, resolved, typeInWords } from './json-schema.ts';

/** Every member of a manifest of format 0.3, as its schema defines it. */
export function manifestReference({ site }: Addresses): string {
  return `# Manifest reference

What an API serves as JSON at \`/.well-known/api-manifest.json\` on its own origin. Further members are allowed in every object.

${versionReference('0.3', manifest03 as JsonSchema, `${site}/schemas/v0.3/manifest.json`)}
`;
}

/** Every member of a manifest of format 0.2. */
export function formerManifestReference({ site }: Addresses): string {
  return `# Manifest 0.2

The former format. Manifests that declare it are still listed; new ones are written in format 0.3.

${versionReference('0.2', manifest02 as JsonSchema, `${site}/schemas/v0.2/manifest.json`)}
`;
}

function versionReference(version: string, schema: JsonSchema, address: string): string {
  const definitions = Object.entries(schema.$defs ?? {});
  const parts = [
    `## Format ${version}`,
    `Declared by \`"spec_version": "apimanifest-${version}"\`; its JSON Schema is <${address}>.`,
    members(schema, schema),
    ...definitions.map(([, definition]) => definitionReference(definition, schema)),
  ];
  const [example] = schema.examples ?? [];
  if (example !== undefined)
    parts.push(`### Example of format ${version}`, `\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``);
  return parts.join('\n\n');
}

function definitionReference(definition: JsonSchema, root: JsonSchema): string {
  const objects = [definition, ...(definition.anyOf ?? [])].filter(isObject);
  const parts = [`### ${definition.title}`, definition.description ?? ''];
  for (const each of objects) parts.push(members(each, root));
  if (objects.length === 0) parts.push(`A ${typeInWords(definition, root)}${bounds(definition)}.`);
  const conditions = conditionsOf(definition);
  if (conditions.length > 0) parts.push(conditions.map(condition => `- ${condition}`).join('\n'));
  return parts.filter(part => part !== '').join('\n\n');
}

function members({ properties = {}, required = [] }: JsonSchema, root: JsonSchema): string {
  const lines = Object.entries(properties).map(([name, property]) => {
    const need = required.includes(name) ? ', required' : '';
    const known = resolved(property, root);
    const text = property.description ?? known.description ?? '';
    const items = property.items?.enum ? `\n\n${property.items.description ?? ''}` : '';
    return `- \`${name}\` (${typeInWords(property, root)}${need}${bounds(known)}): ${indented(text + items)}`;
  });
  return lines.join('\n');
}

/** What holds beyond the members themselves, as the schema words it. */
function conditionsOf({ allOf = [], anyOf = [] }: JsonSchema): readonly string[] {
  return [
    ...allOf.map(({ then }) => then?.description),
    ...anyOf.filter(each => !each.type).map(each => each.description),
  ].filter((text): text is string => text !== undefined);
}

/** Text of several lines inside an item of a list. */
function indented(text: string): string {
  return text.replace(/\n(?=.)/g, '\n  ');
}
