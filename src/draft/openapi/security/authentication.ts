import type { Authentication } from '#manifest/manifest.ts';
import { listIn, type Node, objectIn } from '../document/node.ts';
import type { References } from '../document/references.ts';
import { listNames } from '../texts/list-names.ts';
import { toPlainLine } from '../texts/plain-text.ts';
import { isTodo, withTodo } from '../todo.ts';
import { convertScheme, type Scheme } from './security-schemes.ts';

/** The authentication of a document, with that of the operations that differ from it. */
export interface DeclaredAuthentication {
  readonly authentication: Authentication;
  /** For each operation: its own block, `none`, or undefined if that of the manifest applies. */
  readonly ofOperations: readonly (Authentication | 'none' | undefined)[];
  /** Why the result needs a review. Undefined if the document is unambiguous. */
  readonly warning?: string;
}

/**
 * Converts the security schemes and requirements of a document. The most frequent requirement becomes that of the manifest. A
 * document without requirements leaves the credentials open, so the result has a TODO.
 *
 * @param operations the operations in the manifest
 * @param base the URL of the server, against which URLs of the schemes are resolved. Undefined if it is unknown
 */
export function convertAuthentication(
  document: Node,
  operations: readonly Node[],
  references: References,
  base?: string,
): DeclaredAuthentication {
  const declared = objectIn(objectIn(document.components).securitySchemes);
  const undescribed = new Set<string>();
  const getScheme = (name: string): Scheme | undefined => {
    const scheme = convertScheme(references.resolve(Object.hasOwn(declared, name) ? declared[name] : undefined), base);
    if (scheme === undefined) undescribed.add(name);
    return scheme;
  };
  const hasRequirements = [document, ...operations].some(({ security }) => security !== undefined);
  if (!hasRequirements) {
    const schemes = Object.keys(declared).flatMap(name => getScheme(name) ?? []);
    return { ...describeUnknown(schemes), ofOperations: operations.map(() => undefined) };
  }
  const blocks = operations.map(operation => convertRequirements(operation.security ?? document.security, getScheme));
  const keys = blocks.map(block => JSON.stringify(block));
  const general = blocks[findMostFrequent(keys, blocks)] ?? 'none';
  const generalKey = JSON.stringify(general);
  return {
    authentication: general === 'none' ? { required: false, type: 'none' } : general,
    ofOperations: blocks.map((block, index) => (keys[index] === generalKey ? undefined : block)),
    ...(undescribed.size > 0 && { warning: describeUndescribed(undescribed) }),
  };
}

/** The number of names that the warning shows. */
const MAX_SHOWN = 3;

function describeUndescribed(names: ReadonlySet<string>): string {
  const shown = listNames([...names], MAX_SHOWN, name => `"${toPlainLine(name, 80)}"`);
  return `The document requires credentials that it does not describe: ${shown}.`;
}

/** Returns the position of the most frequent block. Any block with credentials has precedence over `none`. */
function findMostFrequent(keys: readonly string[], blocks: readonly (Authentication | 'none')[]): number {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  let best = 0;
  const getRank = (index: number) => (counts.get(keys[index] ?? '') ?? 0) + (blocks[index] === 'none' ? 0 : 1_000_000);
  for (const index of keys.keys()) if (getRank(index) > getRank(best)) best = index;
  return best;
}

/** Documents often declare schemes and forget the requirements, so their absence proves nothing. */
function describeUnknown(schemes: readonly Scheme[]): Omit<DeclaredAuthentication, 'ofOperations'> {
  const known = schemes.map(({ instructions }) => instructions).join(' Or: ');
  const question = withTodo(
    `whether credentials are required, and how to send them.${known === '' ? '' : ` The document describes: ${known}`}`,
  );
  const [first, ...others] = schemes;
  return {
    authentication: {
      required: false,
      type: first?.type ?? null,
      instructions: question,
      ...(first && { config: toConfig([[first], ...others.map(each => [each])]) }),
    },
    warning:
      schemes.length === 0
        ? 'The document does not declare whether credentials are required.'
        : 'The document describes credentials, but does not declare whether they are required.',
  };
}

type GetScheme = (name: string) => Scheme | undefined;

/** Converts a list of alternatives. An empty one in the list makes the credentials optional. */
function convertRequirements(security: unknown, getScheme: GetScheme): Authentication | 'none' {
  const requirements = listIn(security).map(each => Object.keys(objectIn(each)));
  const named = requirements.filter(names => names.length > 0);
  if (named.length === 0) return 'none';
  const isOptional = named.length < requirements.length;
  const described = named.map(names => names.flatMap(name => getScheme(name) ?? []));
  // Without one of its schemes, a set does not authorize a request, so a complete alternative has precedence.
  const complete = described.filter((set, index) => set.length === named[index]?.length);
  const sets = (complete.length > 0 ? complete : described.filter(set => set.length > 0))
    .filter((set, index, all) => all.findIndex(each => isSame(each, set)) === index)
    .slice(0, MAX_ALTERNATIVES);
  const [first = []] = sets;
  const known = describeSets(sets);
  const instructions =
    complete.length > 0 || known === ''
      ? known
      : withTodo(`how to get and send the other credentials that are required. The document describes: ${known}`);
  const config = toConfig(sets);
  return {
    required: !isOptional,
    type: first[0]?.type ?? null,
    ...(instructions !== '' && {
      instructions: isOptional && !isTodo(instructions) ? `Credentials are optional. ${instructions}` : instructions,
    }),
    ...(Object.keys(config).length > 0 && { config }),
    ...(sets.length === 0 && !isOptional && { instructions: withTodo('how to get credentials and how to send them.') }),
  };
}

const MAX_ALTERNATIVES = 10;

function isSame(a: readonly Scheme[], b: readonly Scheme[]): boolean {
  return JSON.stringify(a.map(({ config }) => config)) === JSON.stringify(b.map(({ config }) => config));
}

function describeSets(sets: readonly (readonly Scheme[])[]): string {
  const texts = sets.map(set => set.map(({ instructions }) => instructions).join(' '));
  return [...new Set(texts)].join(' Or: ').slice(0, MAX_INSTRUCTIONS);
}

const MAX_INSTRUCTIONS = 2000;

/** Returns the members of `authentication.config` for the alternatives. */
function toConfig(sets: readonly (readonly Scheme[])[]): Readonly<Record<string, unknown>> {
  const [first = [], ...others] = sets.map(toSet);
  const alternatives = others.filter(each => Object.keys(each).length > 0);
  return { ...first, ...(alternatives.length > 0 && { alternatives }) };
}

function toSet(set: readonly Scheme[]): Readonly<Record<string, unknown>> {
  const [first] = set;
  if (set.length <= 1) return first?.config ?? {};
  // Two schemes can share a header, such as OAuth and Basic. A request has one value.
  const credentials = set.map(({ config }) => config).filter(each => typeof each.name === 'string');
  return { credentials };
}
