import type { Manifest03 } from '#manifest/manifest.ts';
import { objectIn } from './document/node.ts';
import { createReferences, type References } from './document/references.ts';
import { convertOperation, listOperations, type Operation } from './endpoints.ts';
import { convertContact, convertDescription, convertName, convertVersion } from './info.ts';
import { limitExamples } from './limit-examples.ts';
import type { OpenapiDocument } from './openapi-document.ts';
import { listOmittedParameters } from './parameters.ts';
import { convertAuthentication } from './security/authentication.ts';
import { formatCall, type OperationSummary } from './select-endpoints.ts';
import { listServers, type Server, selectServer } from './servers.ts';
import { type Suggestions, suggestMembers } from './suggestions.ts';
import { listNames } from './texts/list-names.ts';
import { toPlainLine } from './texts/plain-text.ts';
import { toWebUrl } from './texts/url.ts';

/** The known members of a manifest, with notes for the person who completes it. */
export interface Draft {
  readonly known: Partial<Manifest03>;
  /** Texts that help to write missing members. */
  readonly hints: { readonly description?: string; readonly agent_notes?: string };
  /** Likely values of members that a document cannot declare, with the reason for each. */
  readonly suggestions?: Suggestions;
  /** All operations of the document, before a selection. */
  readonly operations?: readonly OperationSummary[];
  /** Assumptions and omissions, in sentences. */
  readonly notes: readonly string[];
  /** The origin that serves the manifest. Undefined if the document does not declare it. */
  readonly origin: string | undefined;
}

export interface DraftOptions {
  /** The URL of the document. */
  readonly url?: string | undefined;
  /** The origin to describe (default: that of the first public https server). */
  readonly origin?: string | undefined;
  /** Path prefixes to include (default: all paths). */
  readonly only?: readonly string[] | undefined;
  /** Tags of operations to include (default: all tags). */
  readonly tags?: readonly string[] | undefined;
  /** Methods and paths of operations to include, such as `GET /v1/pets` (default: all operations). */
  readonly endpoints?: readonly string[] | undefined;
}

/** Converts an OpenAPI document to a draft of a manifest. */
export function createDraft(
  { tree, referenceProblems, brokenReferences }: OpenapiDocument,
  options: DraftOptions = {},
): Draft {
  const { origin, only = [], tags = [], endpoints: calls } = options;
  // The URL that a document of OpenAPI 3.2 gives itself.
  const url = toWebUrl(tree.$self, options.url) ?? options.url;
  const references = createReferences(tree);
  const servers = listServers(tree, url) ?? listServers({ servers: [{ url: '/' }] }, url) ?? [];
  const server = selectServer(servers, origin);
  const listed = listOperations(tree, server, url, references);
  const included = listed.operations.filter(
    each =>
      isIncluded(each.path, only) &&
      (tags.length === 0 || each.tags.some(tag => tags.includes(tag))) &&
      (calls === undefined || calls.includes(formatCall(each))),
  );
  const operations = included.slice(0, MAX_ENDPOINTS);
  const hasExamples = operations.length <= MAX_ENDPOINTS_WITH_EXAMPLES;
  const { authentication, ofOperations, warning } = convertAuthentication(
    tree,
    operations.map(({ node }) => node),
    references,
    server.origin === undefined ? undefined : server.origin + server.base,
  );
  const { endpoints, notes: sizeNotes } = limitExamples(
    operations.map((operation, index) => {
      const endpoint = convertOperation(operation, references, hasExamples);
      const own = ofOperations[index];
      return own === undefined ? endpoint : { ...endpoint, authentication: own };
    }),
  );
  const version = convertVersion(tree);
  const description = convertDescription(tree);
  const documentation = toWebUrl(objectIn(tree.externalDocs).url, url);
  const suggestions = suggestMembers(tree, endpoints, server.origin);
  return {
    origin: server.origin,
    suggestions,
    operations: listed.operations.map(summarize),
    known: {
      spec_version: 'apimanifest-0.3',
      ...convertName(tree),
      version: version.version,
      ...description.known,
      ...(documentation !== undefined && { documentation }),
      ...(endpoints.length > 0 && { endpoints }),
      authentication,
      ...convertContact(tree),
    },
    hints: { ...description.hints },
    notes: [
      ...version.notes,
      ...(warning === undefined ? [] : [warning]),
      ...createServersNote(servers, server, origin),
      ...listed.notes,
      ...createOmittedNote(operations, references),
      ...sizeNotes,
      ...(included.length > MAX_ENDPOINTS ? [describeOmitted(included.length)] : []),
      ...(endpoints.length === 0 ? [describeEmpty(only, tags, listed.operations)] : []),
      ...(referenceProblems ?? createExternalNote(references.external)),
      ...createBrokenNote(new Set([...(brokenReferences ?? []), ...references.broken])),
    ],
  };
}

/** A manifest of 1 MiB has no room for more endpoints. */
const MAX_ENDPOINTS = 5000;

/** A manifest with more endpoints has no room for the examples of bodies. */
const MAX_ENDPOINTS_WITH_EXAMPLES = 1000;

function summarize(operation: Operation): OperationSummary {
  const { node, item, tags } = operation;
  const hasText = [node, item].some(({ summary, description }) => Boolean(summary ?? description));
  return { call: formatCall(operation), tags, isDeprecated: node.deprecated === true, hasText };
}

function describeEmpty(only: readonly string[], tags: readonly string[], all: readonly Operation[]): string {
  if (all.length === 0) return 'The document describes no operation that the format supports.';
  if (tags.length === 0) {
    const paths = [...new Set(all.map(({ path }) => toPlainLine(path, 80)))].slice(0, 5).join(', ');
    return `No path starts with ${only.join(' or ')}. With the prefix of the server, the document has these paths: ${paths}.`;
  }
  const known = [...new Set(all.flatMap(each => each.tags))].slice(0, 20).join(', ');
  return `No operation matches the tag ${tags.join(' or ')}. The document has these tags: ${known || 'none'}.`;
}

function describeOmitted(count: number): string {
  return `The document has ${count} operations. The manifest has the first ${MAX_ENDPOINTS}, because more exceed its maximum size. Select the most important ones.`;
}

function createOmittedNote(operations: readonly Operation[], references: References): string[] {
  const omitted = operations.flatMap(operation =>
    listOmittedParameters(operation.node, operation.item, references).map(
      name => `${name} of ${toPlainLine(formatCall(operation), 120)}`,
    ),
  );
  if (omitted.length === 0) return [];
  return [`Omitted parameters whose location a manifest does not have: ${listNames(omitted, MAX_SHOWN)}.`];
}

/** The number of names that a note shows. */
const MAX_SHOWN = 3;

function createServersNote(servers: readonly Server[], selected: Server, requested: string | undefined): string[] {
  if (requested !== undefined) return createRequestedNote(servers, requested);
  if (selected.origin === undefined)
    return ['The document declares no server with a host, so the origin of the API is unknown.'];
  const others = new Set(servers.flatMap(({ origin }) => (origin === selected.origin ? [] : (origin ?? []))));
  if (others.size === 0) return [];
  return [
    `The manifest is for ${selected.origin}. To describe another server, use --origin: ${[...others].slice(0, 5).join(', ')}.`,
  ];
}

/** The prefix of the paths belongs to a server, so that of another origin is unknown. */
function createRequestedNote(servers: readonly Server[], requested: string): string[] {
  const isKnown = servers.some(({ origin }) => origin === requested || origin === undefined);
  const declared = servers.map(({ origin, base }) => `${origin}${base}`);
  if (isKnown || servers.every(({ base }) => base === '')) return [];
  return [
    `The document does not declare ${requested}, so its paths have no prefix. It declares: ${declared.slice(0, 5).join(', ')}.`,
  ];
}

function isIncluded(path: string, only: readonly string[]): boolean {
  return only.length === 0 || only.some(prefix => path.startsWith(prefix));
}

function createExternalNote(external: ReadonlySet<string>): string[] {
  if (external.size === 0) return [];
  const names = listNames([...external], MAX_SHOWN, name => toPlainLine(name, 80));
  return [
    `The document references other documents, which are ignored: ${names}. Bundle them into one document, or import it with the CLI and --fetch-references.`,
  ];
}

function createBrokenNote(broken: ReadonlySet<string>): string[] {
  if (broken.size === 0) return [];
  const names = [...broken].slice(0, MAX_SHOWN).map(name => toPlainLine(name, 80));
  const rest = broken.size - names.length;
  return [
    `The document has references to parts that it does not contain, which are ignored: ${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`,
  ];
}
