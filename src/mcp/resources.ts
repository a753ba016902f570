import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import type { Detail } from '#contract/detail.ts';
import taxonomy from '#registry/taxonomy.json' with { type: 'json' };
import schema02 from '#schemas/v0.2/manifest.json' with { type: 'json' };
import schema03 from '#schemas/v0.3/manifest.json' with { type: 'json' };
import type { McpContext } from './context.ts';
import { PUBLISHERS_WORDS } from './identity.ts';
import { idIn, listingOf } from './tools/stored-listing.ts';

interface Document {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
  readonly text: (services: McpContext) => string;
}

const DOCUMENTS: readonly Document[] = [
  {
    uri: 'registry://guidance',
    name: 'guidance',
    title: 'Guidance for agents',
    description: 'How to find, choose and call an API, and how to have one listed.',
    mimeType: 'application/json',
    text: ({ guidance }) => guidance(),
  },
  {
    uri: 'registry://taxonomy',
    name: 'taxonomy',
    title: 'Taxonomy',
    description: 'The closed vocabularies of the manifest format and of the registry, each value with its meaning.',
    mimeType: 'application/json',
    text: () => JSON.stringify(taxonomy),
  },
  {
    uri: 'registry://schemas/manifest-0.3',
    name: 'manifest-schema-0.3',
    title: 'Manifest schema 0.3',
    description: 'The JSON Schema of what an API serves at /.well-known/api-manifest.json.',
    mimeType: 'application/schema+json',
    text: () => JSON.stringify(schema03),
  },
  {
    uri: 'registry://schemas/manifest-0.2',
    name: 'manifest-schema-0.2',
    title: 'Manifest schema 0.2',
    description: 'The JSON Schema of the former format, which is still listed.',
    mimeType: 'application/schema+json',
    text: () => JSON.stringify(schema02),
  },
];

const HOUR = 3_600_000;
const MINUTE = 60_000;

/** Offers the documents of the registry, and every listing by `listing://{id}`. */
export function registerResources(server: McpServer, services: McpContext): void {
  for (const { uri, name, title, description, mimeType, text } of DOCUMENTS) {
    const cacheHint = { ttlMs: HOUR, cacheScope: 'public' } as const;
    server.registerResource(name, uri, { title, description, mimeType, cacheHint }, () => ({
      contents: [{ uri, mimeType, text: text(services) }],
    }));
  }
  const template = new ResourceTemplate('listing://{id}', { list: undefined });
  const config = {
    title: 'A listing',
    description: `One listing with its complete manifest, by its id, such as listing://api.example.com. ${PUBLISHERS_WORDS}`,
    mimeType: 'application/json',
    cacheHint: { ttlMs: MINUTE, cacheScope: 'public' },
  } as const;
  server.registerResource('listing', template, config, async uri => ({
    contents: [{ uri: uri.href, mimeType: 'application/json', text: await listingText(uri, services) }],
  }));
}

/** @throws ProtocolError the protocol's own: not found, or a fault of ours without its details */
async function listingText(uri: URL, { catalog, onError }: McpContext): Promise<string> {
  let detail: Detail | undefined;
  try {
    detail = await listingOf(idIn(uri.href), await catalog());
  } catch (error) {
    onError?.(error);
    throw new ProtocolError(ProtocolErrorCode.InternalError, 'The listing could not be read. Try again in a minute.');
  }
  if (detail === undefined) throw new ResourceNotFoundError(uri.href);
  return JSON.stringify(detail);
}
