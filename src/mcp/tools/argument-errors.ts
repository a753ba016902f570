import { formatProblem } from '#manifest/explain/format-problem.ts';
import { findProblems } from '#manifest/explain/problem.ts';
import { findClosestMatch } from '#manifest/text/closest-match.ts';
import type { Arguments, InputSchema } from './input-schema.ts';

const MAX_ERRORS = 20;

/** Validates the arguments of a tool call, and returns up to 20 errors that a model can act on. */
export function findArgumentErrors(schema: InputSchema, args: Arguments): readonly string[] {
  const errors = [...findUnknownNames(schema, args)];
  for (const problem of findProblems(schema, args)) {
    if (errors.length >= MAX_ERRORS) break;
    const { message, hint } = formatProblem(problem, schema);
    errors.push(`${message} ${hint}`);
  }
  return errors;
}

function* findUnknownNames({ properties }: InputSchema, args: Arguments): Generator<string> {
  const known = Object.keys(properties);
  for (const name of Object.keys(args).slice(0, MAX_ERRORS)) {
    if (known.includes(name)) continue;
    const suggestion = findClosestMatch(name, known);
    const hint = suggestion === undefined ? '' : ` Did you mean "${suggestion}"?`;
    const allowed = known.length > 0 ? `Allowed arguments: ${known.join(', ')}.` : 'This tool has no arguments.';
    yield `Unknown argument "${name.slice(0, 60)}".${hint} ${allowed}`;
  }
}
