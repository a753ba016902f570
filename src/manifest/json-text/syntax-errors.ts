import { excerpt } from '../excerpt.ts';
import { type Finding, finding } from '../finding.ts';
import { pointerOf } from '../pointer.ts';
import { createPositions } from './position.ts';
import { type Step, tokenize } from './steps.ts';

const MAX_FINDINGS = 20;

/** Finds syntax errors, duplicate keys, excess depth, and numbers out of range. Stops at 20 findings or at excess depth. */
export function findSyntaxErrors(json: string, maxDepth: number): Finding[] {
  const toPosition = createPositions(json);
  const findings: Finding[] = [];
  for (const step of tokenize(json)) {
    const problem = describeProblem(step, json, maxDepth);
    if (problem === undefined) continue;
    const position = toPosition(step.at);
    const message = `Line ${position.line}, column ${position.column}: ${problem.message}`;
    const pointer = step.kind === 'error' ? '' : pointerOf(step.path);
    findings.push({ ...finding(pointer, problem.rule, message, problem.hint), position });
    if (problem.rule === 'depth' || findings.length === MAX_FINDINGS) break;
  }
  return findings;
}

interface SyntaxProblem {
  readonly rule: string;
  readonly message: string;
  readonly hint: string;
}

function describeProblem(step: Step, json: string, maxDepth: number): SyntaxProblem | undefined {
  if (step.kind === 'error') return { rule: 'json', message: step.message, hint: step.hint };
  if (step.kind === 'duplicate') {
    const message = `Duplicate key ${excerpt(step.path.at(-1))} in object.`;
    return {
      rule: 'duplicate-name',
      message,
      hint: 'Remove one of the two, because parsers disagree about which one counts.',
    };
  }
  if (step.depth > maxDepth) {
    const message = `Arrays and objects are nested deeper than ${maxDepth} levels.`;
    return { rule: 'depth', message, hint: 'Reduce the nesting.' };
  }
  if (!isNumberStart(json.charCodeAt(step.at))) return undefined;
  if (Number.isFinite(Number.parseFloat(json.slice(step.at, step.at + MAX_DOUBLE_LENGTH)))) return undefined;
  const message = 'The number exceeds the range of 64-bit floating-point numbers.';
  return { rule: 'number-range', message, hint: 'Write a smaller number, or a string if the member allows strings.' };
}

/** No finite double has this many digits before its point, so the rest of a longer number does not matter. */
const MAX_DOUBLE_LENGTH = 400;

const MINUS = 45;
const ZERO = 48;
const NINE = 57;

/** Tests one character, because most values are no numbers, and a text can have 500,000 values. */
function isNumberStart(code: number): boolean {
  return code === MINUS || (code >= ZERO && code <= NINE);
}
