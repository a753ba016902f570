import { isNode, LineCounter, parseDocument } from 'yaml';
import { isObject, type JsonObject } from '#manifest/json-object.ts';

/** A path in a YAML file: member names and indexes from the root. */
export type Place = readonly (string | number)[];

/** A parsed workflow or action. */
export interface WorkflowFile {
  /** Relative to the root of the repository. */
  readonly path: string;
  readonly isAction: boolean;
  readonly value: JsonObject;
  /** Returns the line of a path, or of its nearest parent that exists, from 1. */
  lineOf(place: Place): number;
  /** Returns the text of a line, with its comment. */
  textOf(line: number): string;
}

/** A problem on a line of a file. */
export interface WorkflowProblem {
  readonly line: number;
  readonly message: string;
}

/** A problem at a path in a file. */
export interface LocatedProblem {
  readonly place: Place;
  readonly message: string;
}

/**
 * Parses a workflow or an action.
 * @returns the problems if the text is not a YAML object
 */
export function parseWorkflowFile(
  path: string,
  text: string,
): WorkflowFile | { readonly problems: readonly WorkflowProblem[] } {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  if (document.errors.length > 0) {
    return {
      problems: document.errors.map(({ pos: [at], message }) => ({
        line: lines.linePos(at).line,
        message: getFirstLine(message),
      })),
    };
  }
  const value: unknown = document.toJS();
  if (!isObject(value)) return { problems: [{ line: 1, message: 'The file is not a YAML object.' }] };
  const source = text.split('\n');

  function lineOf(place: Place): number {
    const node = place.length === 0 ? document.contents : document.getIn(place, true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
    return place.length === 0 ? 1 : lineOf(place.slice(0, -1));
  }

  const isAction = /(^|\/)action\.ya?ml$/.test(path);
  return { path, isAction, value, lineOf, textOf: line => source[line - 1] ?? '' };
}

/** Adds the lines of problems. */
export function locateProblems(file: WorkflowFile, problems: Iterable<LocatedProblem>): WorkflowProblem[] {
  return Array.from(problems, ({ place, message }) => ({ line: file.lineOf(place), message }));
}

function getFirstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}

/** Returns a member that is an object, or else an empty object. */
export function membersAt(value: unknown, name: string | number): JsonObject {
  const found = (value as Readonly<Record<string | number, unknown>> | undefined)?.[name];
  return isObject(found) ? found : {};
}

/** Returns all strings in a value, with their paths. */
export function* listTexts(value: unknown, place: Place = []): Generator<{ place: Place; text: string }> {
  if (typeof value === 'string') yield { place, text: value };
  else if (Array.isArray(value)) for (const [index, each] of value.entries()) yield* listTexts(each, [...place, index]);
  else if (isObject(value)) for (const [name, each] of Object.entries(value)) yield* listTexts(each, [...place, name]);
}
