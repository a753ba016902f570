import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { toStandardSchema } from '../standard-schema.ts';
import type { Arguments, InputSchema } from './tool.ts';

/** Limits the work for unknown argument names. No tool has half as many arguments. */
const MAX_ARGUMENTS = 50;

/** Returns an input schema with its validator. Ignores null arguments, which models send for omitted ones. */
export function parseArguments(
  input: InputSchema,
  findErrors: (args: Arguments) => readonly string[],
): StandardSchemaWithJSON<Arguments, Arguments> {
  return toStandardSchema(input, args => {
    const members = Object.entries(args ?? {}).filter(([, value]) => value !== null);
    const value: Arguments = Object.fromEntries(members);
    const errors =
      members.length > MAX_ARGUMENTS
        ? [`Too many arguments: ${members.length}. The maximum is ${MAX_ARGUMENTS}.`]
        : findErrors(value);
    // One issue with all errors: clients join several issues with commas.
    return errors.length === 0 ? { value } : { issues: [{ message: errors.join(' ') }] };
  });
}
