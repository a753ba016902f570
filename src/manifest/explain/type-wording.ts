import { excerpt } from '../text/excerpt.ts';
import type { About } from './problem.ts';
import { getTypeName, type TypeName } from './schema.ts';
import { listSuggestions } from './suggestion.ts';
import { isTextFormat } from './text-format.ts';

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
 * Returns how to give a member the right type: a conversion of its value if the result is valid, or else an example.
 *
 * @param optional the name of the member if it is optional
 * @param accepts whether a value is valid for the member
 */
export function getTypeHint(
  types: readonly TypeName[],
  value: unknown,
  optional: string | undefined,
  about: About,
  accepts: (value: unknown) => boolean,
): string {
  const conversion = listConversions(types, value, about).find(each => accepts(each.value));
  if (conversion !== undefined) {
    const result = excerpt(conversion.value);
    return result.endsWith('…') ? `${conversion.action}.` : `${conversion.action}: ${result}.`;
  }
  if (types[0] === 'array' && getTypeName(value) === 'object')
    return `Use an array with one item per entry. If the object has keys, move each key into its item${formatExample(about)}.`;
  const instead = Array.isArray(value) ? ' instead of an array' : '';
  const omission = value === null && optional !== undefined ? `, or omit "${optional}"` : '';
  return `Write ${formatTypes(types)}${instead}${formatExample(about)}${omission}.`;
}

/** A value of the right type with the edit that creates it. */
interface Conversion {
  readonly action: string;
  readonly value: unknown;
}

/** Lists conversions of a value to one of the types, most likely first. Some may be invalid. */
function listConversions(types: readonly TypeName[], value: unknown, { definition }: About): Conversion[] {
  const conversions: Conversion[] = [];
  if (types.includes('array') && !Array.isArray(value)) {
    conversions.push({ action: 'Enclose the value in square brackets', value: [value] });
    if (typeof value === 'string' && value.length <= MAX_TEXT)
      conversions.push({ action: 'Write an array', value: value.split(',').map(item => item.trim()) });
  }
  if (types.includes('string') && (typeof value === 'number' || typeof value === 'boolean')) {
    const text = String(value);
    conversions.push({ action: 'Enclose the value in quotes', value: text });
    if (isTextFormat(definition))
      for (const suggestion of listSuggestions(definition, text))
        conversions.push({ action: 'Write a string', value: suggestion });
  }
  const unquoted = removeQuotes(types, value);
  if (unquoted !== undefined) conversions.push({ action: 'Remove the quotes', value: unquoted });
  if (Array.isArray(value) && value.length === 1)
    conversions.push({ action: 'Remove the square brackets', value: value[0] });
  return conversions;
}

/** Longer texts are not a list of short names. */
const MAX_TEXT = 500;

/** Returns the value in a string, if it has one of the types. */
function removeQuotes(types: readonly TypeName[], value: unknown): unknown {
  if (typeof value !== 'string' || value.length > MAX_TEXT) return undefined;
  const text = value.trim().toLowerCase();
  if (types.includes('boolean') && /^(true|false)$/.test(text)) return text === 'true';
  const numeric = types.includes('integer') ? /^-?(0|[1-9][0-9]*)$/ : /^-?(0|[1-9][0-9]*)(\.[0-9]+)?$/;
  if ((types.includes('number') || types.includes('integer')) && numeric.test(text)) return Number(text);
  return types.includes('null') && text === 'null' ? null : undefined;
}

/** Formats the example of the schema with an introduction. Empty without an example. */
export function formatExample({ examples }: About, introduction = ', for example'): string {
  const [example] = examples ?? [];
  return example === undefined ? '' : `${introduction} ${JSON.stringify(example)}`;
}
