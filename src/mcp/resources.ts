import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import type { Detail } from '#contract/detail.ts';
import { toListingId } from '#listing/origin.ts';
import { type Result, success } from '#manifest/result.ts';
import { COLLECTIONS } from '#query/collections.ts';
import taxonomy from '#registry/taxonomy.json' with { type: 'json' };
import schema02 from '#schemas/v0.2/manifest.json' with { type: 'json' };
import schema03 from '#schemas/v0.3/manifest.json' with { type: 'json' };
import type { McpContext } from './context.ts';
import { PUBLISHER_TEXT_NOTICE } from './identity.ts';
import { listingNotFound, readListing } from './tools/stored-listing.ts';

interface DocumentResource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
  readonly text: (context: McpContext) => string | Promise<string>;
}

const DOCUMENTS: readonly DocumentResource[] = [
  {
    uri: 'registry://guidance',
    name: 'guidance',
    title: 'Guidance for agents',
    description: 'How to find, choose, and call an API, and how to list one.',
    mimeType: 'application/json',
    text: ({ guidance }) => guidance(),
  },
  {
    uri: 'registry://taxonomy',
    name: 'taxonomy',
    title: 'Taxonomy',
    description: 'The allowed values of the manifest format and of the registry, with the meaning of each.',
    mimeType: 'application/json',
    text: () => JSON.stringify(taxonomy),
  },
  {
    uri: 'registry://collections',
    name: 'collections',
    title: 'Curated collections',
    description:
      'Sets of APIs on one theme, such as language models or weather: ids for get_listing, or a query whose parameters search_listings accepts.',
    mimeType: 'application/json',
    text: () => JSON.stringify({ collections: COLLECTIONS }),
  },
  {
    uri: 'registry://schemas/manifest-0.3',
    name: 'manifest-schema-0.3',
    title: 'Manifest schema 0.3',
    description: 'The JSON Schema of manifests, which APIs serve at /.well-known/api-manifest.json.',
    mimeType: 'application/schema+json',
    text: () => JSON.stringify(schema03),
  },
  {
    uri: 'registry://schemas/manifest-0.2',
    name: 'manifest-schema-0.2',
    title: 'Manifest schema 0.2',
    description: 'The JSON Schema of the previous format version, which the registry still accepts.',
    mimeType: 'application/schema+json',
    text: () => JSON.stringify(schema02),
  },
];

const HOUR = 3_600_000;
const MINUTE = 60_000;

/** Registers the documents of the registry, and each listing as `listing://{id}`. */
export function registerResources(server: McpServer, context: McpContext): void {
  for (const { uri, name, title, description, mimeType, text } of DOCUMENTS) {
    const cacheHint = { ttlMs: HOUR, cacheScope: 'public' } as const;
    server.registerResource(name, uri, { title, description, mimeType, cacheHint }, async () => ({
      contents: [{ uri, mimeType, text: await readOrFail(async () => text(context), context) }],
    }));
  }
  const template = new ResourceTemplate('listing://{id}', { list: undefined });
  const config = {
    title: 'A listing',
    description: `A listing with its full manifest, by its id, such as listing://api.example.com. ${PUBLISHER_TEXT_NOTICE}`,
    mimeType: 'application/json',
    cacheHint: { ttlMs: MINUTE, cacheScope: 'public' },
  } as const;
  server.registerResource('listing', template, config, async uri => ({
    contents: [{ uri: uri.href, mimeType: 'application/json', text: await readListingText(uri, context) }],
  }));
}

/** @throws ProtocolError for an unknown id, or for an error of the host */
async function readListingText(uri: URL, context: McpContext): Promise<string> {
  const id = toListingId(uri.href);
  const found = await readOrFail(() => readOrExplain(id, context.catalog), context);
  if (!found.ok) throw new ResourceNotFoundError(uri.href, found.error);
  return JSON.stringify(found.value);
}

/** @throws ProtocolError with the message of an expected error, or for an internal error, without its details */
async function readOrFail<T>(read: () => Promise<T>, { tellable, onError }: McpContext): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const message = tellable?.(error);
    if (message === undefined) onError?.(error);
    throw new ProtocolError(
      ProtocolErrorCode.InternalError,
      message ?? 'Cannot read the resource: internal error. Retry in a minute.',
    );
  }
}

async function readOrExplain(id: string, catalog: McpContext['catalog']): Promise<Result<Detail, string>> {
  const current = await catalog();
  const detail = await readListing(id, current);
  return detail === undefined ? listingNotFound(id, current) : success(detail);
}
