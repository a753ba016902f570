import { excerpt } from '../excerpt.ts';
import { type Finding, finding } from '../finding.ts';
import { pointerOf } from '../pointer.ts';
import { positionsIn } from './position.ts';
import { type Step, steps } from './steps.ts';

const SHOWN = 20;

/** What the registry does not accept in a JSON text, read step by step: at most 20 findings, none after excess depth. */
export function findSyntaxErrors(json: string, maxDepth: number): Finding[] {
  const position = positionsIn(json);
  const findings: Finding[] = [];
  for (const step of steps(json)) {
    const fault = worded(step, json, maxDepth);
    if (fault === undefined) continue;
    const place = position(step.at);
    const message = `Line ${place.line}, column ${place.column}: ${fault.message}`;
    const pointer = step.kind === 'fault' ? '' : pointerOf(step.path);
    findings.push({ ...finding(pointer, fault.rule, message, fault.hint), position: place });
    if (fault.rule === 'depth' || findings.length === SHOWN) break;
  }
  return findings;
}

interface Wording {
  readonly rule: string;
  readonly message: string;
  readonly hint: string;
}

function worded(step: Step, json: string, maxDepth: number): Wording | undefined {
  if (step.kind === 'fault') return { rule: 'json', message: step.message, hint: step.hint };
  if (step.kind === 'repeated') {
    const message = `The name ${excerpt(step.path.at(-1))} is given a second time in the same object.`;
    return { rule: 'duplicate-name', message, hint: 'Keep one of the two: readers differ in which one they take.' };
  }
  if (step.depth > maxDepth) {
    const message = `Arrays and objects are nested more than ${maxDepth} deep.`;
    return { rule: 'depth', message, hint: 'Make the structure flatter.' };
  }
  if (!isBeyondRange(json.slice(step.at, step.at + LONGEST_DOUBLE))) return undefined;
  const message = 'The number is too large to be read without loss.';
  return { rule: 'number-range', message, hint: 'Write a smaller number, or text in quotes where text is allowed.' };
}

/** No finite double has more digits before its point; what follows cannot make a longer number finite. */
const LONGEST_DOUBLE = 400;

function isBeyondRange(start: string): boolean {
  return /^[-0-9]/.test(start) && !Number.isFinite(Number.parseFloat(start));
}
