import { checkKeywords, type Schema } from './schema.ts';

/** Formats the TypeScript type of a schema. Ignores restrictions that types cannot express, such as lengths and patterns. */
export function formatType(schema: Schema, place: string): string {
  checkKeywords(schema, place);
  if (schema.$ref !== undefined) return toTypeName(schema.$ref);
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return formatUnion(schema.enum.map(value => JSON.stringify(value)));
  const choices = schema.anyOf?.filter(each => !hasOnlyRequired(each)) ?? [];
  if (choices.length > 0) return formatUnion(choices.map((each, index) => formatType(each, `${place}.${index}`)));
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  return types.length === 0 ? 'unknown' : formatUnion(types.map(type => formatSingleType(type, schema, place)));
}

/** Returns the type name of a reference: `Manifest03Rate` for `#/components/schemas/Manifest03Rate`. */
function toTypeName(reference: string): string {
  return toPascalCase(reference.replace('#/components/schemas/', ''));
}

/** Returns a name in PascalCase, without characters that TypeScript's names cannot have. */
export function toPascalCase(name: string): string {
  return name.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, first: string) => first.toUpperCase());
}

/** Formats a description as a documentation comment. */
export function formatComment(description: string | undefined): string {
  return description ? `/** ${description.replaceAll('*/', '*\\/').replaceAll('\n', '\n * ')} */\n` : '';
}

function formatSingleType(type: string, schema: Schema, place: string): string {
  if (type === 'object') return formatObject(schema, place);
  if (type === 'array')
    return `readonly ${addParentheses(schema.items ? formatType(schema.items, `${place}[]`) : 'unknown')}[]`;
  if (type === 'integer') return 'number';
  if (['string', 'number', 'boolean', 'null'].includes(type)) return type;
  throw new Error(`The schema of ${place} has the unsupported type "${type}".`);
}

function formatObject({ properties, required = [], additionalProperties }: Schema, place: string): string {
  if (properties === undefined) {
    const values =
      typeof additionalProperties === 'object' ? formatType(additionalProperties, `${place}.*`) : 'unknown';
    return `Readonly<Record<string, ${values}>>`;
  }
  const members = Object.entries(properties).map(([name, schema]) => {
    const mark = required.includes(name) ? '' : '?';
    return `${formatComment(schema.description)}readonly ${JSON.stringify(name)}${mark}: ${formatType(schema, `${place}.${name}`)};`;
  });
  return `{\n${members.join('\n')}\n}`;
}

/** True for an alternative such as "amount or amount_usd", which restricts values but not types. */
function hasOnlyRequired(schema: Schema): boolean {
  return Object.keys(schema).every(keyword => ['required', 'description', 'title', '$comment'].includes(keyword));
}

function formatUnion(types: readonly string[]): string {
  return [...new Set(types)].join(' | ');
}

function addParentheses(type: string): string {
  return type.includes(' | ') ? `(${type})` : type;
}
