import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { getMember, isObject } from '#manifest/json-object.ts';
import { parseJsonText } from '#manifest/json-text.ts';
import { toStandardSchema } from '../standard-schema.ts';
import type { Arguments, InputSchema } from './tool.ts';

/** Limits the work for unknown argument names. No tool has half as many arguments. */
const MAX_ARGUMENTS = 50;

/**
 * Returns an input schema with its validator. Ignores null arguments, which models send for omitted ones, and accepts objects,
 * lists, numbers, and booleans as JSON text, as some models write them.
 */
export function parseArguments(
  input: InputSchema,
  findErrors: (args: Arguments) => readonly string[],
): StandardSchemaWithJSON<Arguments, Arguments> {
  return toStandardSchema(input, args => {
    const members = Object.entries(args ?? {}).filter(([, value]) => value !== null);
    if (members.length > MAX_ARGUMENTS)
      return { issues: [{ message: `Too many arguments: ${members.length}. The maximum is ${MAX_ARGUMENTS}.` }] };
    const value: Arguments = Object.fromEntries(
      members.map(([name, each]) => [name, parseArgument(each, getMember(input.properties, name))]),
    );
    const errors = findErrors(value);
    // One issue with all errors: clients join several issues with commas.
    return errors.length === 0 ? { value } : { issues: [{ message: errors.join(' ') }] };
  });
}

/** Parses a text whose JSON has the type of the argument. Returns each other value as it is. */
function parseArgument(value: unknown, schema: unknown): unknown {
  if (typeof value !== 'string') return value;
  const hasType = TYPES.get(getMember(schema, 'type'));
  const parsed = hasType && parseJsonText(value);
  return parsed?.ok && hasType?.(parsed.value) ? parsed.value : value;
}

/** The types of arguments that have no texts. */
const TYPES: ReadonlyMap<unknown, (value: unknown) => boolean> = new Map([
  ['object', isObject],
  ['array', Array.isArray],
  ['integer', Number.isInteger],
  ['boolean', (value: unknown) => typeof value === 'boolean'],
]);
