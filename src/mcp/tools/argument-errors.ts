import { findClosestMatch } from '#manifest/closest-match.ts';
import { formatProblem } from '#manifest/explain/format-problem.ts';
import { findProblems } from '#manifest/explain/problem.ts';
import type { Arguments, InputSchema } from './input-schema.ts';

const SHOWN = 20;

/**
 * What is wrong with the arguments of a call by the input schema of its tool, in words that a model can act on; at most
 * 20 sentences.
 */
export function findArgumentErrors(schema: InputSchema, given: Arguments): readonly string[] {
  const faults = [...unknownNames(schema, given)];
  for (const problem of findProblems(schema, given)) {
    if (faults.length >= SHOWN) break;
    const { message, hint } = formatProblem(problem, schema);
    faults.push(`${message} ${hint}`);
  }
  return faults;
}

function* unknownNames({ properties }: InputSchema, given: Arguments): Generator<string> {
  const known = Object.keys(properties);
  for (const name of Object.keys(given).slice(0, SHOWN)) {
    if (known.includes(name)) continue;
    const meant = findClosestMatch(name, known);
    const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`;
    const all = known.length > 0 ? `Known are: ${known.join(', ')}.` : 'It takes none.';
    yield `"${name.slice(0, 60)}" is no argument here.${hint} ${all}`;
  }
}
