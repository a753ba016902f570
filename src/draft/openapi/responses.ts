import { type Node, objectIn } from './node.ts';
import { sentence, toPlainText } from './plain-text.ts';
import type { References } from './references.ts';
import { shapeWords } from './schema-words.ts';
import { withTodo } from './todo.ts';

/** What an operation answers when it succeeds: in its author's words, and what the document says of status and body. */
export function responseDescription(operation: Node, references: References, call: string): string {
  const responses = objectIn(operation.responses);
  const status = chosen(Object.keys(responses));
  const response = status === undefined ? undefined : references.resolve(responses[status]);
  if (status === undefined || !response) return withTodo(`what ${call} answers with.`);
  const said = sentence(toPlainText(response.description, LONGEST));
  const facts = [statusWords(status), ...bodyWords(response, references)].join(', ');
  return `${said === '' ? '' : `${said} `}${facts}.`;
}

const LONGEST = 600;

/** The first success; else what holds for every status; else a redirect. */
function chosen(statuses: readonly string[]): string | undefined {
  const sorted = statuses.toSorted();
  return (
    sorted.find(status => /^2\d\d$/.test(status)) ??
    sorted.find(status => /^2/.test(status)) ??
    sorted.find(status => status === 'default') ??
    sorted.find(status => /^3/.test(status))
  );
}

function statusWords(status: string): string {
  return status === 'default' ? 'Every status' : `Status ${status.slice(0, 12)}`;
}

function bodyWords(response: Node, references: References): string[] {
  const content = Object.entries(objectIn(response.content));
  const [type, media] = content.find(([each]) => /json/i.test(each)) ?? content[0] ?? [];
  if (type === undefined) return ['no body is described'];
  const shape = shapeWords(objectIn(media).schema, references);
  return [toPlainText(type, 80), ...(shape === '' ? [] : [shape])];
}
