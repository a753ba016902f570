import { findClosestMatch } from '../text/closest-match.ts';
import type { LintRule } from './rule.ts';

/** Names of types in common notations. */
const TYPES = [
  'string',
  'integer',
  'number',
  'boolean',
  'array',
  'object',
  'null',
  'list',
  'enum',
  'date',
  'time',
  'datetime',
  'timestamp',
  'uuid',
  'text',
  'file',
  'binary',
  'bytes',
  'float',
  'double',
  'decimal',
  'long',
  'email',
  'json',
  'dict',
  'record',
  'tuple',
  'union',
  'literal',
  'optional',
  'required',
  'unknown',
  'mixed',
  'data',
  'base64',
  'duration',
];

export const nearMissType: LintRule = {
  name: 'near-miss-type',
  severity: 'warning',
  hint: 'Correct the name of the type.',
  anchor: 'lint-near-miss-type',
  *check({ endpoints }) {
    for (const [index, { parameters }] of endpoints.entries()) {
      for (const [position, { type }] of parameters.entries()) {
        const match = findMisspelledType(type);
        if (match === undefined) continue;
        const pointer = `/endpoints/${index}/parameters/${position}/type`;
        const message = `The type "${type}" is not a common one. Did you mean "${match}"?`;
        yield { pointer, message, hint: `Write "${match}", or ignore this if the name is your own.`, value: type };
      }
    }
  },
};

/** Returns the most likely intended type of a single lowercase word. Ignores other notations. */
function findMisspelledType(type: string): string | undefined {
  if (!/^[a-z]{4,12}$/.test(type) || TYPES.includes(type) || TYPES.includes(type.replace(/s$/, ''))) return undefined;
  return findClosestMatch(type, TYPES);
}
