import { SERVER_CARD_TYPE } from '#mcp/server-card.ts';

/** A document at a conventional path. */
export interface WellKnown {
  readonly summary: string;
  readonly description: string;
  readonly type: string;
}

/** RFC 9264 as RFC 9727 profiles it. */
export const LINKSET_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

/** The documents that clients look for by convention, by operation id. */
export const WELL_KNOWN = {
  getApiCatalog: {
    summary: 'Get the API catalog',
    description: 'The APIs of this registry, and links to catalogs of listed APIs (RFC 9727).',
    type: LINKSET_TYPE,
  },
  getSkillIndex: {
    summary: 'List agent skills',
    description: 'The agent skills for this registry (agent skills discovery 0.2.0).',
    type: 'application/json',
  },
  getAgenticResources: {
    summary: 'List agentic resources',
    description: 'The resources of this host for agents (agentic resource discovery 0.91).',
    type: 'application/json',
  },
  getAiCatalog: {
    summary: 'List agentic resources at the former path',
    description: 'The same document as /.well-known/ard.json.',
    type: 'application/json',
  },
  getOwnManifest: {
    summary: 'Get the manifest of the registry',
    description: 'The manifest of this API, in the format of listed APIs.',
    type: 'application/json',
  },
  getServerCard: {
    summary: 'Get the MCP server card',
    description: 'The name, URL, and transports of the MCP server (SEP-2127, draft).',
    type: SERVER_CARD_TYPE,
  },
  getSecurityTxt: {
    summary: 'Get security.txt',
    description: 'The contact and policy for vulnerability reports (RFC 9116).',
    type: 'text/plain; charset=utf-8',
  },
  getPublicKeys: {
    summary: 'Get the public keys of the export',
    description: 'The keys that verify the signature of the export (RFC 7517); empty if the export is unsigned.',
    type: 'application/json',
  },
  getRobotsTxt: {
    summary: 'Get robots.txt',
    description: 'Rules for crawlers, with content signals (RFC 9309).',
    type: 'text/plain; charset=utf-8',
  },
  getSitemap: {
    summary: 'Get the sitemap',
    description: 'The pages of the site, or an index of sitemap files (sitemaps.org).',
    type: 'application/xml',
  },
} as const satisfies Readonly<Record<string, WellKnown>>;

export type WellKnownId = keyof typeof WELL_KNOWN;
