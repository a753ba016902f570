import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { standardSchema } from '../standard-schema.ts';
import type { Arguments, InputSchema } from './tool.ts';

/** Judging names that are not known takes time, and no tool knows half as many. */
const MOST_NAMES = 50;

/** An input schema with its judge. Arguments that are null count as left out, which is how models write them. */
export function parseArguments(
  input: InputSchema,
  faults: (given: Arguments) => readonly string[],
): StandardSchemaWithJSON<Arguments, Arguments> {
  return standardSchema(input, given => {
    const members = Object.entries(given ?? {}).filter(([, value]) => value !== null);
    const value: Arguments = Object.fromEntries(members);
    const found =
      members.length > MOST_NAMES
        ? [`There are ${members.length} arguments; give ${MOST_NAMES} at most.`]
        : faults(value);
    // As one: clients see several joined by commas, as if they were one sentence.
    return found.length === 0 ? { value } : { issues: [{ message: found.join(' ') }] };
  });
}
