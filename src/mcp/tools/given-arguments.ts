import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { standardSchema } from '../standard-schema.ts';
import type { Arguments, InputSchema } from './tool.ts';

/** An input schema with its judge. Arguments that are null count as left out, which is how models write them. */
export function givenArguments(
  input: InputSchema,
  faults: (given: Arguments) => readonly string[],
): StandardSchemaWithJSON<Arguments, Arguments> {
  return standardSchema(input, given => {
    const members = Object.entries(given ?? {}).filter(([, value]) => value !== null);
    const value: Arguments = Object.fromEntries(members);
    const found = faults(value);
    return found.length === 0 ? { value } : { issues: found.map(message => ({ message })) };
  });
}
