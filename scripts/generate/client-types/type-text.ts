import { checkKeywords, type Schema } from './schema.ts';

/** The TypeScript type of the values that fit a schema; what types cannot express (lengths, patterns) is left out. */
export function typeText(schema: Schema, place: string): string {
  checkKeywords(schema, place);
  if (schema.$ref !== undefined) return nameOf(schema.$ref);
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return union(schema.enum.map(value => JSON.stringify(value)));
  const choices = schema.anyOf?.filter(each => !onlyRequires(each)) ?? [];
  if (choices.length > 0) return union(choices.map((each, index) => typeText(each, `${place}.${index}`)));
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  return types.length === 0 ? 'unknown' : union(types.map(type => ofType(type, schema, place)));
}

/** The name that a reference has among the types: `#/components/schemas/Manifest03/$defs/rate` is `Manifest03Rate`. */
export function nameOf(reference: string): string {
  const parts = reference.replace('#/components/schemas/', '').split('/$defs/');
  return parts.map(pascal).join('');
}

export function pascal(name: string): string {
  return name.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, first: string) => first.toUpperCase());
}

/** A description as a documentation comment. */
export function comment(description: string | undefined): string {
  return description ? `/** ${description.replaceAll('*/', '*\\/').replaceAll('\n', '\n * ')} */\n` : '';
}

function ofType(type: string, schema: Schema, place: string): string {
  if (type === 'object') return objectText(schema, place);
  if (type === 'array')
    return `readonly ${bracketed(schema.items ? typeText(schema.items, `${place}[]`) : 'unknown')}[]`;
  if (type === 'integer') return 'number';
  if (['string', 'number', 'boolean', 'null'].includes(type)) return type;
  throw new Error(`The schema of ${place} has the type "${type}".`);
}

function objectText({ properties, required = [], additionalProperties }: Schema, place: string): string {
  if (properties === undefined) {
    const values = typeof additionalProperties === 'object' ? typeText(additionalProperties, `${place}.*`) : 'unknown';
    return `Readonly<Record<string, ${values}>>`;
  }
  const members = Object.entries(properties).map(([name, schema]) => {
    const mark = required.includes(name) ? '' : '?';
    return `${comment(schema.description)}readonly ${JSON.stringify(name)}${mark}: ${typeText(schema, `${place}.${name}`)};`;
  });
  return `{\n${members.join('\n')}\n}`;
}

/** A choice such as "amount or amount_usd", which says something about values and nothing about types. */
function onlyRequires(schema: Schema): boolean {
  return Object.keys(schema).every(keyword => ['required', 'description', 'title', '$comment'].includes(keyword));
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ');
}

function bracketed(type: string): string {
  return type.includes(' | ') ? `(${type})` : type;
}
