import { isNode, LineCounter, parseDocument } from 'yaml';

/** A place in a YAML file: member names and indexes from the root. */
export type Place = readonly (string | number)[];

/** A workflow or an action, as its YAML says it. */
export interface WorkflowFile {
  /** From the repository's root. */
  readonly path: string;
  readonly isAction: boolean;
  readonly value: Members;
  /** The line of a place, or of the nearest one around it; from 1. */
  lineOf(place: Place): number;
  /** The text of a line, comment included. */
  textOf(line: number): string;
}

export type Members = Readonly<Record<string, unknown>>;

/** A fault in a file, told by its line. */
export interface WorkflowProblem {
  readonly line: number;
  readonly message: string;
}

/** A fault, told by its place. */
export interface LocatedProblem {
  readonly place: Place;
  readonly message: string;
}

/**
 * Reads a workflow or an action.
 * @returns its faults where it is no YAML, or no object
 */
export function workflowFile(
  path: string,
  text: string,
): WorkflowFile | { readonly faults: readonly WorkflowProblem[] } {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  if (document.errors.length > 0) {
    return {
      faults: document.errors.map(({ pos: [at], message }) => ({
        line: lines.linePos(at).line,
        message: firstLine(message),
      })),
    };
  }
  const value: unknown = document.toJS();
  if (!isMembers(value)) return { faults: [{ line: 1, message: 'It is not an object.' }] };
  const source = text.split('\n');

  function lineOf(place: Place): number {
    const node = place.length === 0 ? document.contents : document.getIn(place, true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
    return place.length === 0 ? 1 : lineOf(place.slice(0, -1));
  }

  const isAction = /(^|\/)action\.ya?ml$/.test(path);
  return { path, isAction, value, lineOf, textOf: line => source[line - 1] ?? '' };
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A member that should be an object; an empty one where it is not. */
export function membersAt(value: unknown, name: string | number): Members {
  const found = (value as Readonly<Record<string | number, unknown>> | undefined)?.[name];
  return isMembers(found) ? found : {};
}

/** All texts below a value, with their places. */
export function* textsIn(value: unknown, place: Place = []): Generator<{ place: Place; text: string }> {
  if (typeof value === 'string') yield { place, text: value };
  else if (Array.isArray(value)) for (const [index, each] of value.entries()) yield* textsIn(each, [...place, index]);
  else if (isMembers(value)) for (const [name, each] of Object.entries(value)) yield* textsIn(each, [...place, name]);
}
