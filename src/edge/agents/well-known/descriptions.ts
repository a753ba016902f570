import { PUBLIC_KEYS } from '#listing/export/export-signature.ts';
import { SERVER_CARD_TYPE } from '#mcp/server-card.ts';

/** A document that has its place by some convention. */
export interface WellKnown {
  /** Its name as an operation of the API. */
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly type: string;
}

/** RFC 9264 as RFC 9727 profiles it. */
export const LINKSET_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

/** The documents that programs look for by convention, by their paths. */
export const WELL_KNOWN = {
  '/.well-known/api-catalog': {
    operationId: 'getApiCatalog',
    summary: 'API catalog',
    description: 'The APIs of this registry, and catalogs of those that it lists (RFC 9727).',
    type: LINKSET_TYPE,
  },
  '/.well-known/agent-skills/index.json': {
    operationId: 'getSkillIndex',
    summary: 'Agent skills',
    description: 'What an agent can learn to do with this registry (agent skills discovery 0.2.0).',
    type: 'application/json',
  },
  '/.well-known/ard.json': {
    operationId: 'getAgenticResources',
    summary: 'Agentic resources',
    description: 'What this host offers to agents (agentic resource discovery 0.91).',
    type: 'application/json',
  },
  '/.well-known/ai-catalog.json': {
    operationId: 'getAiCatalog',
    summary: 'Agentic resources, by their former name',
    description: 'The same document as /.well-known/ard.json.',
    type: 'application/json',
  },
  '/.well-known/api-manifest.json': {
    operationId: 'getOwnManifest',
    summary: "The registry's own manifest",
    description: 'This registry described in the format that it lists APIs by.',
    type: 'application/json',
  },
  '/.well-known/mcp/server-card.json': {
    operationId: 'getServerCard',
    summary: "The tool hub's card",
    description: 'Who the MCP server is, and where and how it is reached (SEP-2127, draft).',
    type: SERVER_CARD_TYPE,
  },
  '/.well-known/security.txt': {
    operationId: 'getSecurityTxt',
    summary: 'Where weaknesses are reported',
    description: 'The contact and the policy (RFC 9116).',
    type: 'text/plain; charset=utf-8',
  },
  [PUBLIC_KEYS]: {
    operationId: 'getPublicKeys',
    summary: 'Public keys of the export',
    description: 'The keys that the signature of the export is checked with (RFC 7517); none where it is not signed.',
    type: 'application/json',
  },
  '/robots.txt': {
    operationId: 'getRobotsTxt',
    summary: 'Rules for crawlers',
    description: 'What crawlers may do, with content signals (RFC 9309).',
    type: 'text/plain; charset=utf-8',
  },
  '/sitemap.xml': {
    operationId: 'getSitemap',
    summary: 'Site map',
    description: 'The pages of the site, or the index of files that list them (sitemaps.org).',
    type: 'application/xml',
  },
} as const satisfies Readonly<Record<string, WellKnown>>;

export type WellKnownPath = keyof typeof WELL_KNOWN;
