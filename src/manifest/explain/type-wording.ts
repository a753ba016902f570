import { excerpt } from '../excerpt.ts';
import type { About } from './problem.ts';
import { getTypeName, type TypeName } from './schema.ts';

const phrases: Readonly<Record<TypeName, string>> = {
  null: 'null',
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
  string: 'a string',
  array: 'an array',
  object: 'an object',
};

/** Formats types as a phrase: `a string or null`. */
export function formatTypes(types: readonly TypeName[]): string {
  return types.map(type => phrases[type]).join(' or ');
}

/** Formats the actual type of a value, or the value itself if its type would be ambiguous. */
export function formatActual(value: unknown): string {
  return typeof value === 'number' || typeof value === 'boolean' ? excerpt(value) : phrases[getTypeName(value)];
}

/**
 * Returns how to give a member the right type.
 *
 * @param name the name of the member, if it may be optional
 */
export function getTypeHint(
  types: readonly TypeName[],
  value: unknown,
  name: string | undefined,
  about: About,
): string {
  const [type] = types;
  if (type === 'array' && getTypeName(value) === 'object')
    return `Use an array with one item per entry. If the object has keys, move each key into its item${formatExample(about)}.`;
  if (type === 'array') return `Enclose the value in square brackets${formatExample(about)}.`;
  if (Array.isArray(value)) return `Write ${formatTypes(types)} instead of an array${formatExample(about)}.`;
  if (type === 'string' && (typeof value === 'number' || typeof value === 'boolean'))
    return `Enclose the value in quotes: ${excerpt(String(value))}.`;
  const unquoted = removeQuotes(types, value);
  if (unquoted !== undefined) return `Remove the quotes: ${unquoted}.`;
  if (value === null && name !== undefined)
    return `Write ${formatTypes(types)}${formatExample(about)}, or omit "${name}" if it is optional.`;
  return `Write ${formatTypes(types)}${formatExample(about)}.`;
}

/** Returns the content of a string that is valid without its quotes. */
function removeQuotes(types: readonly TypeName[], value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim().toLowerCase();
  if (types.includes('boolean') && /^(true|false)$/.test(text)) return text;
  const numeric = types.includes('integer') ? /^-?(0|[1-9][0-9]*)$/ : /^-?(0|[1-9][0-9]*)(\.[0-9]+)?$/;
  if ((types.includes('number') || types.includes('integer')) && numeric.test(text)) return text;
  return types.includes('null') && text === 'null' ? text : undefined;
}

/** Formats the example of the schema with an introduction. Empty without an example. */
export function formatExample({ examples }: About, introduction = ', for example'): string {
  const [example] = examples ?? [];
  return example === undefined ? '' : `${introduction} ${JSON.stringify(example)}`;
}
