import { describeShape } from './describe-schema.ts';
import { isJsonType, resolveMedia } from './document/media-type.ts';
import { type Node, objectIn } from './document/node.ts';
import type { References } from './document/references.ts';
import { composeExample, toExamples } from './examples.ts';
import { toPlainLine, toPlainText, toSentence } from './texts/plain-text.ts';
import { withTodo } from './todo.ts';

/** Describes the successful response of an operation: its description, status, and body. */
export function describeResponse(operation: Node, references: References, call: string): string {
  const responses = objectIn(operation.responses);
  const status = selectStatus(Object.keys(responses));
  const response = status === undefined ? undefined : references.resolve(responses[status]);
  if (status === undefined || !response) return withTodo(`what ${call} returns.`);
  const text = toSentence(toPlainText(response.description ?? response.summary, MAX_LENGTH));
  const details = [formatStatus(status), ...describeBody(response, references)].join(', ');
  return `${text === '' ? '' : `${text} `}${details}.`;
}

/** Returns the text that describes the successful response, on one line. Empty for texts without content, such as `OK`. */
export function findResponseText(operation: Node, references: References): string {
  const response = findResponse(operation, references);
  const text = toPlainLine(response?.description ?? response?.summary, 200);
  return /^(ok|success|successful( (response|operation))?|response|default( response)?|no content|created|accepted)?[.!]?$/i.test(
    text,
  )
    ? ''
    : text;
}

/** Returns the example of the successful JSON response. Undefined if the document has none. */
export function findResponseExample(operation: Node, references: References): unknown {
  const content = Object.entries(objectIn(findResponse(operation, references)?.content));
  const [, value] = content.find(([type]) => isJsonType(type)) ?? [];
  if (value === undefined) return undefined;
  const media = resolveMedia(value, references);
  const example = toExamples(media, references) ?? composeExample(media.schema, references, 'response');
  return typeof example === 'object' ? example : undefined;
}

/** Returns the media types of the successful response for the header Accept. Undefined if JSON, the default, is one of them. */
export function findAccept(operation: Node, references: References): string | undefined {
  const types = Object.keys(objectIn(findResponse(operation, references)?.content))
    .map(type => type.trim())
    .filter(type => /^[\w!#$&^.+-]+\/[\w!#$&^.+*-]+(\s*;[ -~]*)?$/.test(type));
  const acceptsJson = types.some(type => /^application\/json\b/i.test(type));
  return types.length === 0 || acceptsJson ? undefined : types.slice(0, 5).join(', ');
}

function findResponse(operation: Node, references: References): Node | undefined {
  const responses = objectIn(operation.responses);
  const status = selectStatus(Object.keys(responses));
  return status === undefined ? undefined : references.resolve(responses[status]);
}

const MAX_LENGTH = 600;

/** Returns the first 2xx status, otherwise `default`, otherwise the first 3xx status. */
function selectStatus(statuses: readonly string[]): string | undefined {
  const sorted = statuses.toSorted();
  return (
    sorted.find(status => /^2\d\d$/.test(status)) ??
    sorted.find(status => /^2/.test(status)) ??
    sorted.find(status => status === 'default') ??
    sorted.find(status => /^3/.test(status))
  );
}

function formatStatus(status: string): string {
  return status === 'default' ? 'Any status' : `Status ${toPlainLine(status, 12)}`;
}

function describeBody(response: Node, references: References): string[] {
  const content = Object.entries(objectIn(response.content));
  const [type, media] = content.find(([each]) => /json/i.test(each)) ?? content[0] ?? [];
  if (type === undefined) return ['no documented body'];
  const shape = describeShape(resolveMedia(media, references).schema, references);
  return [toPlainLine(type, 80), ...(shape === '' ? [] : [shape])];
}
