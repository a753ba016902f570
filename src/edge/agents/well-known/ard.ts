import { VERSION } from '#manifest/version.ts';
import { SERVER_CARD_TYPE } from '#mcp/server-card.ts';
import type { Addresses } from '../../config.ts';
import { ROUTES } from '../../routes/routes.ts';
import { SKILLS } from '../skills/all-skills.ts';
import { skillPath } from '../skills/skill.ts';

/**
 * Creates `/.well-known/ard.json` (agentic resource discovery 0.91). The same document serves as `ai-catalog.json`, its
 * former name, and matches the schemas of both.
 */
export function agenticResources(addresses: Addresses): string {
  const { registry, site, mcp, siteName } = addresses;
  const name = (kind: string, slug: string) => `urn:air:${publisherOf(site)}:${kind}:${slug}`;
  return JSON.stringify({
    specVersion: '1.0',
    host: { displayName: siteName, documentationUrl: `${site}/llms-full.txt` },
    entries: [
      {
        identifier: name('api', 'registry'),
        displayName: siteName,
        type: 'application/vnd.oai.openapi+json',
        url: `${registry}/openapi.json`,
        description:
          'A public index of APIs with validated machine-readable manifests: search, filter, and read listings, check a manifest, and submit an API. Reading needs no key.',
        version: VERSION,
        tags: ['apis', 'registry', 'discovery'],
        representativeQueries: [
          'find a free weather API that needs no key',
          'which API converts currencies at daily reference rates',
          'list APIs that accept x402 payments',
          'find the price and the rate limits of this API',
        ],
      },
      {
        identifier: name('mcp', 'hub'),
        displayName: `${siteName}: MCP server`,
        type: SERVER_CARD_TYPE,
        url: new URL(mcp).origin + ROUTES.getServerCard.path,
        description:
          'The registry as an MCP server, with tools to find APIs, plan calls to them, check manifests, and submit APIs.',
        tags: ['apis', 'mcp', 'discovery'],
        representativeQueries: [
          'search for an API that fits a task',
          'plan a call to a listed API',
          'validate my API manifest',
        ],
      },
      ...SKILLS.map(skill => ({
        identifier: name('skill', skill.name),
        displayName: skill.name.replaceAll('-', ' '),
        type: 'text/markdown; profile="urn:air:agent-skills"',
        url: site + skillPath(skill),
        description: skill.description(addresses),
        tags: ['apis', 'skill'],
        representativeQueries: skill.queries,
      })),
    ],
  });
}

/** Returns the domain of the resource names; `localhost` for an IPv6 address, which the names cannot contain. */
function publisherOf(site: string): string {
  const { hostname } = new URL(site);
  return /^[a-zA-Z0-9.-]+$/.test(hostname) ? hostname : 'localhost';
}
