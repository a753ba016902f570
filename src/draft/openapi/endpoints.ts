import type { Authentication, Endpoint } from '#manifest/manifest.ts';
import { isTerm } from '#manifest/taxonomy.ts';
import { listIn, type Node, objectIn } from './document/node.ts';
import { type References, resolvePath } from './document/references.ts';
import { convertParameters } from './parameters.ts';
import { convertBody } from './request-body.ts';
import { describeResponse, findAccept, findResponseExample, findResponseText } from './responses.ts';
import { listServers, type Server } from './servers.ts';
import { countCodePoints, removeInvisible, toPlainLine, toPlainText, toSentence } from './texts/plain-text.ts';
import { withTodo } from './todo.ts';

/** An endpoint with the recommended members that a document declares. */
export interface ImportedEndpoint extends Endpoint {
  readonly request_content_type?: string;
  readonly request_body?: 'whole';
  readonly request_example?: unknown;
  readonly response_example?: unknown;
  readonly required_headers?: Readonly<Record<string, string>>;
  readonly authentication?: Authentication | 'none';
}

/** An operation of a document. */
export interface Operation {
  readonly node: Node;
  /** The path item of the operation. */
  readonly item: Node;
  readonly method: Endpoint['method'];
  readonly path: string;
  readonly tags: readonly string[];
}

export interface Operations {
  readonly operations: readonly Operation[];
  /** Omissions, in sentences. */
  readonly notes: readonly string[];
}

/** Lists the operations of a server, in the order of the document. */
export function listOperations(
  document: Node,
  server: Server,
  documentUrl: string | undefined,
  references: References,
): Operations {
  const operations: Operation[] = [];
  const otherOrigins = new Set<string>();
  const methods = new Set<string>();
  for (const [path, item] of Object.entries(objectIn(document.paths))) {
    const node = resolvePath(item, references.resolve);
    if (!node || path.startsWith('x-')) continue;
    // The methods of OpenAPI 3.2 without a member.
    for (const name of Object.keys(objectIn(node.additionalOperations))) methods.add(toPlainLine(name, 40));
    for (const [name, operation] of Object.entries(node)) {
      const method = name.toUpperCase();
      if (!isOperation(name, operation)) continue;
      if (!isTerm('http_methods', method)) {
        methods.add(method);
        continue;
      }
      const own = listServers(operation, documentUrl) ?? listServers(node, documentUrl);
      const base = own ? own.find(({ origin }) => origin === server.origin || origin === undefined)?.base : server.base;
      if (base === undefined) {
        otherOrigins.add(own?.[0]?.origin ?? '');
        continue;
      }
      const tags = listIn(operation.tags).map(tag => toPlainLine(tag, 80));
      operations.push({ node: operation, item: node, method, path: joinPath(base, path), tags });
    }
  }
  return { operations, notes: createNotes(methods, otherOrigins) };
}

const MAX_LENGTH = 800;
/** The minimum length of descriptions in the format. */
const MIN_LENGTH = 20;

function isOperation(name: string, operation: unknown): operation is Node {
  const isMethod = /^(get|put|post|delete|options|head|patch|trace|query)$/.test(name);
  return isMethod && typeof operation === 'object' && operation !== null;
}

function joinPath(base: string, path: string): string {
  return base + (path.startsWith('/') ? path : `/${path}`);
}

/** Converts an operation to an endpoint. */
export function convertOperation(
  { node: operation, item, method, path }: Operation,
  references: References,
  hasExamples: boolean,
): ImportedEndpoint {
  const call = `${method} ${toPlainLine(path, 200)}`;
  const body = convertBody(operation, references, hasExamples);
  const accept = findAccept(operation, references);
  const example = hasExamples ? findResponseExample(operation, references) : undefined;
  return {
    path: removeInvisible(path),
    method,
    description: describeOperation(operation, item, call, references),
    parameters: [
      // Some documents declare parameters of other paths.
      ...convertParameters(operation, item, references).filter(
        each => each.in !== 'path' || path.includes(`{${each.name}}`),
      ),
      ...body.parameters,
    ],
    response_description: describeResponse(operation, references, call),
    ...body.members,
    ...(example !== undefined && { response_example: example }),
    ...(accept !== undefined && { required_headers: { Accept: accept } }),
  };
}

/** Returns the description of the document. Extends a short one with the response and the tags, or marks it as incomplete. */
function describeOperation(operation: Node, item: Node, call: string, references: References): string {
  const text = joinTexts(operation) || joinTexts(item);
  const deprecated = operation.deprecated === true ? 'Deprecated. ' : '';
  if (text === '') {
    const id = toPlainLine(operation.operationId, 120);
    const name = id === '' ? '' : ` (operation ${id})`;
    const warning = operation.deprecated === true ? ' It is deprecated.' : '';
    return withTodo(`when and why to use ${call}${name}.${warning}`, MIN_LENGTH);
  }
  const short = deprecated + toSentence(text);
  if (countCodePoints(short) >= MIN_LENGTH) return short;
  const response = findResponseText(operation, references);
  const tags = listIn(operation.tags).map(tag => toPlainLine(tag, 40));
  const facts = [
    ...(response === '' ? [] : [`Returns: ${toSentence(response)}`]),
    ...(tags.length > 0 ? [`Tags: ${tags.join(', ')}.`] : []),
  ];
  const long = [short, ...facts].join(' ');
  return countCodePoints(long) >= MIN_LENGTH ? long : withTodo(`when and why to use ${call}: ${short}`, MIN_LENGTH);
}

/** Joins the summary and the description, unless the description repeats the summary. */
function joinTexts({ summary, description }: Node): string {
  const [brief, long] = [toPlainText(summary, 200), toPlainText(description, MAX_LENGTH)];
  if (long === '' || brief === '') return long || brief;
  const isRepeated = long.toLowerCase().startsWith(brief.toLowerCase().replace(/[.…]+$/, ''));
  return isRepeated ? long : `${toSentence(brief)} ${long}`;
}

function createNotes(methods: ReadonlySet<string>, otherOrigins: ReadonlySet<string>): string[] {
  return [
    ...(methods.size > 0
      ? [`Omitted operations with methods that the format does not support: ${[...methods].join(', ')}.`]
      : []),
    ...(otherOrigins.size > 0
      ? [
          `Omitted operations of other origins (${[...otherOrigins].filter(Boolean).join(', ')}). Each origin needs its own manifest.`,
        ]
      : []),
  ];
}
