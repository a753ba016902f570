import { excerpt } from '../excerpt.ts';
import type { About } from './problem.ts';
import { type TypeName, typeName } from './schema.ts';

const phrases: Readonly<Record<TypeName, string>> = {
  null: 'null',
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
  string: 'a string',
  array: 'an array',
  object: 'an object',
};

/** The types as a phrase: `a string or null`. */
export function typePhrase(types: readonly TypeName[]): string {
  return types.map(type => phrases[type]).join(' or ');
}

/** What a value is instead: its type, or the value itself where the type would not tell. */
export function actualPhrase(value: unknown): string {
  return typeof value === 'number' || typeof value === 'boolean' ? excerpt(value) : phrases[typeName(value)];
}

/** How to give a member the right type. `name` is its name when it may perhaps be left out. */
export function typeHint(types: readonly TypeName[], value: unknown, name: string | undefined, about: About): string {
  const [type] = types;
  if (type === 'array' && typeName(value) === 'object')
    return `Put it in square brackets, one item for each entry; where members were named by a key, move the key into the item${sample(about, ', for example')}.`;
  if (type === 'array') return `Put it in square brackets${sample(about, ', for example')}.`;
  if (Array.isArray(value))
    return `Take it out of the square brackets: ${typePhrase(types)} is expected${sample(about)}.`;
  if (type === 'string' && (typeof value === 'number' || typeof value === 'boolean'))
    return `Put it in quotes: ${excerpt(String(value))}.`;
  const unquoted = unquotedAs(types, value);
  if (unquoted !== undefined) return `Write it without quotes: ${unquoted}.`;
  if (value === null && name !== undefined)
    return `Write ${typePhrase(types)}${sample(about)}, or leave "${name}" out if it is optional.`;
  return `Write ${typePhrase(types)}${sample(about)}.`;
}

/** The value of a string that holds what should stand there without quotes. */
function unquotedAs(types: readonly TypeName[], value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim().toLowerCase();
  if (types.includes('boolean') && /^(true|false)$/.test(text)) return text;
  const numeric = types.includes('integer') ? /^-?(0|[1-9][0-9]*)$/ : /^-?(0|[1-9][0-9]*)(\.[0-9]+)?$/;
  if ((types.includes('number') || types.includes('integer')) && numeric.test(text)) return text;
  return types.includes('null') && text === 'null' ? text : undefined;
}

/** The example that the schema gives, introduced. */
export function sample({ examples }: About, introduction = ', for example'): string {
  const [example] = examples ?? [];
  return example === undefined ? '' : `${introduction} ${JSON.stringify(example)}`;
}
