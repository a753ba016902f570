import type { Manifest03 } from '#manifest/manifest.ts';
import { authenticationOf } from './authentication.ts';
import { operationsOf } from './endpoints.ts';
import { contactOf, descriptionOf, nameOf, versionOf } from './info.ts';
import { objectIn } from './node.ts';
import type { OpenapiDocument } from './openapi-document.ts';
import { toPlainLine } from './plain-text.ts';
import { referencesOf } from './references.ts';
import { chosenServer, type Server, serversOf } from './servers.ts';
import { webAddress } from './url.ts';

/** What is known of a manifest, and what somebody should know about it. */
export interface Draft {
  readonly known: Partial<Manifest03>;
  /** Texts that may help with what is not known. */
  readonly hints: { readonly description?: string; readonly agent_notes?: string };
  /** What was assumed or left out, in sentences. */
  readonly notes: readonly string[];
  /** Where the manifest is to be served; undefined when the document does not say. */
  readonly origin: string | undefined;
}

export interface DraftOptions {
  /** Where the document was fetched. */
  readonly address?: string | undefined;
  /** The origin to describe; else that of the first public https server. */
  readonly origin?: string | undefined;
  /** How the paths begin that are taken; all are, when it is empty. */
  readonly only?: readonly string[] | undefined;
}

/** What an OpenAPI document tells of an API, in the terms of the manifest format. */
export function draftFrom({ tree }: OpenapiDocument, { address, origin, only = [] }: DraftOptions = {}): Draft {
  const references = referencesOf(tree);
  const servers = serversOf(tree, address) ?? serversOf({ servers: [{ url: '/' }] }, address) ?? [];
  const server = chosenServer(servers, origin);
  const found = operationsOf(tree, server, address, references);
  const { left } = found;
  const operations = found.operations.filter(({ endpoint }) => isWanted(endpoint.path, only));
  const endpoints = operations.map(({ endpoint }) => endpoint);
  const { authentication, doubt } = authenticationOf(
    tree,
    operations.map(({ node }) => node),
    references,
  );
  const version = versionOf(tree);
  const description = descriptionOf(tree, endpoints);
  const documentation = webAddress(objectIn(tree.externalDocs).url, address);
  return {
    origin: server.origin,
    known: {
      spec_version: 'apimanifest-0.3',
      ...nameOf(tree),
      version: version.version,
      ...description.known,
      ...(documentation !== undefined && { documentation }),
      ...(endpoints.length > 0 && { endpoints }),
      authentication,
      ...contactOf(tree),
    },
    hints: { ...description.hints, agent_notes: factsForAgents(server, tree.info, endpoints.length) },
    notes: [
      ...version.notes,
      ...(doubt === undefined ? [] : [doubt]),
      ...otherServersNote(servers, server, origin),
      ...left,
      ...(endpoints.length === 0
        ? [
            only.length > 0
              ? `No path begins with ${only.join(' or ')}.`
              : 'The document describes no operation that the format knows.',
          ]
        : []),
      ...externalNote(references.external),
    ],
  };
}

function otherServersNote(servers: readonly Server[], chosen: Server, wanted: string | undefined): string[] {
  const others = new Set(servers.flatMap(({ origin }) => (origin === chosen.origin ? [] : (origin ?? []))));
  if (wanted !== undefined || others.size === 0) return [];
  return [
    `The manifest is for ${chosen.origin}; --origin takes another server: ${[...others].slice(0, 5).join(', ')}.`,
  ];
}

function isWanted(path: string, only: readonly string[]): boolean {
  return only.length === 0 || only.some(start => path.startsWith(start));
}

function factsForAgents(
  { origin, base }: { origin: string | undefined; base: string },
  info: unknown,
  count: number,
): string {
  const name = toPlainLine(objectIn(info).title, 80) || 'The API';
  const where =
    origin === undefined ? '' : ` All paths are relative to ${origin}${base === '' ? '' : `, and begin with ${base}`}.`;
  return `${name} has ${count} ${count === 1 ? 'endpoint' : 'endpoints'}.${where}`;
}

function externalNote(external: ReadonlySet<string>): string[] {
  if (external.size === 0) return [];
  const names = [...external].slice(0, 3).map(name => toPlainLine(name, 80));
  const rest = external.size - names.length;
  return [
    `The document refers to others, which are not read: ${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}. Bundle them into one first.`,
  ];
}
