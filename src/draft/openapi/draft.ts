import type { Manifest03 } from '#manifest/manifest.ts';
import { convertAuthentication } from './authentication.ts';
import { convertOperations } from './endpoints.ts';
import { convertContact, convertDescription, convertName, convertVersion } from './info.ts';
import { objectIn } from './node.ts';
import type { OpenapiDocument } from './openapi-document.ts';
import { toPlainLine } from './plain-text.ts';
import { createReferences } from './references.ts';
import { listServers, type Server, selectServer } from './servers.ts';
import { toWebUrl } from './url.ts';

/** The known members of a manifest, with notes for the person who completes it. */
export interface Draft {
  readonly known: Partial<Manifest03>;
  /** Texts that help to write missing members. */
  readonly hints: { readonly description?: string; readonly agent_notes?: string };
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
}

/** Converts an OpenAPI document to a draft of a manifest. */
export function createDraft({ tree }: OpenapiDocument, { url, origin, only = [] }: DraftOptions = {}): Draft {
  const references = createReferences(tree);
  const servers = listServers(tree, url) ?? listServers({ servers: [{ url: '/' }] }, url) ?? [];
  const server = selectServer(servers, origin);
  const converted = convertOperations(tree, server, url, references);
  const operations = converted.operations.filter(({ endpoint }) => isIncluded(endpoint.path, only));
  const endpoints = operations.map(({ endpoint }) => endpoint);
  const { authentication, warning } = convertAuthentication(
    tree,
    operations.map(({ node }) => node),
    references,
  );
  const version = convertVersion(tree);
  const description = convertDescription(tree, endpoints);
  const documentation = toWebUrl(objectIn(tree.externalDocs).url, url);
  return {
    origin: server.origin,
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
    hints: { ...description.hints, agent_notes: describeApi(server, tree.info, endpoints.length) },
    notes: [
      ...version.notes,
      ...(warning === undefined ? [] : [warning]),
      ...createServersNote(servers, server, origin),
      ...converted.notes,
      ...(endpoints.length === 0
        ? [
            only.length > 0
              ? `No path starts with ${only.join(' or ')}.`
              : 'The document describes no operation that the format supports.',
          ]
        : []),
      ...createExternalNote(references.external),
    ],
  };
}

function createServersNote(servers: readonly Server[], selected: Server, requested: string | undefined): string[] {
  const others = new Set(servers.flatMap(({ origin }) => (origin === selected.origin ? [] : (origin ?? []))));
  if (requested !== undefined || others.size === 0) return [];
  return [
    `The manifest is for ${selected.origin}. To describe another server, use --origin: ${[...others].slice(0, 5).join(', ')}.`,
  ];
}

function isIncluded(path: string, only: readonly string[]): boolean {
  return only.length === 0 || only.some(prefix => path.startsWith(prefix));
}

function describeApi(
  { origin, base }: { origin: string | undefined; base: string },
  info: unknown,
  count: number,
): string {
  const name = toPlainLine(objectIn(info).title, 80) || 'The API';
  const paths =
    origin === undefined ? '' : ` All paths are relative to ${origin}${base === '' ? '' : ` and start with ${base}`}.`;
  return `${name} has ${count} ${count === 1 ? 'endpoint' : 'endpoints'}.${paths}`;
}

function createExternalNote(external: ReadonlySet<string>): string[] {
  if (external.size === 0) return [];
  const names = [...external].slice(0, 3).map(name => toPlainLine(name, 80));
  const rest = external.size - names.length;
  return [
    `The document references other documents, which are ignored: ${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}. Bundle them into one document first.`,
  ];
}
