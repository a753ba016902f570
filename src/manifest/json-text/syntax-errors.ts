import { type Finding, finding } from '../finding.ts';
import { pointerOf } from '../pointer.ts';
import { excerpt } from '../text/excerpt.ts';
import { createPositions } from './position.ts';
import { tokenize } from './tokenize.ts';

const MAX_FINDINGS = 20;

/** Finds syntax errors, duplicate keys, excess depth, and numbers out of range. Stops at 20 findings or at excess depth. */
export function findSyntaxErrors(json: string, maxDepth: number): Finding[] {
  const toPosition = createPositions(json);
  const findings: Finding[] = [];
  /** Returns whether to stop. */
  const add = ({ rule, message, hint }: SyntaxProblem, at: number, pointer: string) => {
    const position = toPosition(at);
    const located = `Line ${position.line}, column ${position.column}: ${message}`;
    findings.push({ ...finding(pointer, rule, located, hint), position });
    return rule === 'depth' || findings.length === MAX_FINDINGS;
  };
  const error = tokenize(json, {
    visitValue(at, path, depth, end) {
      const problem = depth > maxDepth ? createDepthProblem(maxDepth) : findRangeProblem(json, at, end);
      return problem !== undefined && add(problem, at, pointerOf(path));
    },
    visitDuplicate: (at, path) => add(createDuplicateProblem(path.at(-1)), at, pointerOf(path)),
  });
  if (error) add({ rule: 'json', message: error.message, hint: error.hint }, error.at, '');
  return findings;
}

interface SyntaxProblem {
  readonly rule: string;
  readonly message: string;
  readonly hint: string;
}

function createDuplicateProblem(key: string | number | undefined): SyntaxProblem {
  return {
    rule: 'duplicate-name',
    message: `Duplicate key ${excerpt(key)} in object.`,
    hint: 'Remove one of the two, because parsers disagree about which one counts.',
  };
}

function createDepthProblem(maxDepth: number): SyntaxProblem {
  const message = `Arrays and objects are nested deeper than ${maxDepth} levels.`;
  return { rule: 'depth', message, hint: 'Reduce the nesting.' };
}

function findRangeProblem(json: string, at: number, end: number): SyntaxProblem | undefined {
  // Most values are no numbers or short ones, and a text can have 500,000 values.
  if (end - at < SHORTEST_OVERFLOW || !isNumberStart(json.charCodeAt(at))) return undefined;
  if (Number.isFinite(Number.parseFloat(json.slice(at, Math.min(end, at + MAX_DOUBLE_LENGTH))))) return undefined;
  const message = 'The number exceeds the range of 64-bit floating-point numbers.';
  return { rule: 'number-range', message, hint: 'Write a smaller number, or a string if the member allows strings.' };
}

const SHORTEST_OVERFLOW = '1e309'.length;

/** No finite double has this many digits before its point, so the rest of a longer number does not matter. */
const MAX_DOUBLE_LENGTH = 400;

const MINUS = 45;
const ZERO = 48;
const NINE = 57;

function isNumberStart(code: number): boolean {
  return code === MINUS || (code >= ZERO && code <= NINE);
}
