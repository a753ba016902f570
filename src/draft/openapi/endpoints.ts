import type { Endpoint } from '#manifest/manifest.ts';
import { isTerm } from '#manifest/taxonomy.ts';
import { listIn, type Node, objectIn } from './node.ts';
import { parametersOf } from './parameters.ts';
import { lengthOf, plainName, sentence, toPlainLine, toPlainText } from './plain-text.ts';
import type { References } from './references.ts';
import { responseDescription } from './responses.ts';
import { type Server, serversOf } from './servers.ts';
import { withTodo } from './todo.ts';

/** An operation of a document, with the endpoint that it becomes. */
export interface Operation {
  readonly node: Node;
  readonly endpoint: Endpoint;
}

export interface Operations {
  readonly operations: readonly Operation[];
  /** What was left out, in words. */
  readonly left: readonly string[];
}

/** All operations that a manifest of this server can describe, in the order of the document. */
export function operationsOf(
  document: Node,
  server: Server,
  documentAddress: string | undefined,
  references: References,
): Operations {
  const operations: Operation[] = [];
  const elsewhere = new Set<string>();
  const methods = new Set<string>();
  for (const [path, item] of Object.entries(objectIn(document.paths))) {
    const node = references.resolve(item);
    if (!node || path.startsWith('x-')) continue;
    for (const [name, operation] of Object.entries(node)) {
      const method = name.toUpperCase();
      if (!isObjectOfMethod(name, operation)) continue;
      if (!isTerm('http_methods', method)) {
        methods.add(method);
        continue;
      }
      const own = serversOf(operation, documentAddress) ?? serversOf(node, documentAddress);
      const base = own ? own.find(({ origin }) => origin === server.origin || origin === undefined)?.base : server.base;
      if (base === undefined) {
        elsewhere.add(own?.[0]?.origin ?? '');
        continue;
      }
      const endpoint = endpointOf(method, fullPath(base, path), operation, node, references);
      operations.push({ node: operation, endpoint });
    }
  }
  return { operations, left: leftOut(methods, elsewhere) };
}

const LONGEST = 800;
const SHORTEST = 20;

function isObjectOfMethod(name: string, operation: unknown): operation is Node {
  const isMethod = /^(get|put|post|delete|options|head|patch|trace|query)$/.test(name);
  return isMethod && typeof operation === 'object' && operation !== null;
}

function fullPath(base: string, path: string): string {
  return base + (path.startsWith('/') ? path : `/${path}`);
}

function endpointOf(
  method: Endpoint['method'],
  path: string,
  operation: Node,
  item: Node,
  references: References,
): Endpoint {
  const call = `${method} ${toPlainLine(path, 200)}`;
  return {
    path: plainName(path),
    method,
    description: description(operation, item, call),
    parameters: parametersOf(operation, item, references),
    response_description: responseDescription(operation, references, call),
  };
}

/** The author's words; what is short is told together with what the document calls the operation. */
function description(operation: Node, item: Node, call: string): string {
  const said = words(operation) || words(item);
  const deprecated = operation.deprecated === true ? 'Deprecated. ' : '';
  const id = toPlainLine(operation.operationId, 120);
  const tags = listIn(operation.tags).map(tag => toPlainLine(tag, 40));
  if (said === '') {
    const named = id === '' ? '' : ` (operation ${id})`;
    const warned = operation.deprecated === true ? ' It is deprecated.' : '';
    return withTodo(`when and why to use ${call}${named}.${warned}`, SHORTEST);
  }
  const short = deprecated + sentence(said);
  if (lengthOf(short) >= SHORTEST) return short;
  const facts = [
    call,
    ...(id === '' ? [] : [`operation ${id}`]),
    ...(tags.length > 0 ? [`in ${tags.join(', ')}`] : []),
  ];
  const long = `${short} ${facts.join(', ')}.`;
  return lengthOf(long) >= SHORTEST ? long : withTodo(`when and why to use ${call}: ${short}`, SHORTEST);
}

function words({ summary, description }: Node): string {
  const [brief, long] = [toPlainText(summary, 200), toPlainText(description, LONGEST)];
  if (long === '' || brief === '') return long || brief;
  const same = long.toLowerCase().startsWith(brief.toLowerCase().replace(/[.…]+$/, ''));
  return same ? long : `${sentence(brief)} ${long}`;
}

function leftOut(methods: ReadonlySet<string>, elsewhere: ReadonlySet<string>): string[] {
  return [
    ...(methods.size > 0
      ? [`Left out: operations by ${[...methods].join(', ')}, which the format does not describe.`]
      : []),
    ...(elsewhere.size > 0
      ? [
          `Left out: operations of other origins (${[...elsewhere].filter(Boolean).join(', ')}); each origin has a manifest of its own.`,
        ]
      : []),
  ];
}
