import { MANIFEST_PATH } from '#listing/origin.ts';
import { title, values } from '#manifest/taxonomy.ts';
import { SERVER_CARD_TYPE } from '#mcp/server-card.ts';
import type { Addresses } from '../../config.ts';
import { ROUTES } from '../../routes/routes.ts';
import { categoryCatalogPath } from './category-catalogs.ts';
import { linkset } from './linkset.ts';

export const API_CATALOG_PATH = '/.well-known/api-catalog';

/** Creates the catalog of this registry's own APIs (RFC 9727), which links to one catalog per category of listed APIs. */
export function apiCatalog(addresses: Addresses): string {
  const { registry, site, validator, mcp, siteName } = addresses;
  const openapi = { href: `${registry}/openapi.json`, type: 'application/vnd.oai.openapi+json' };
  return linkset([
    {
      anchor: site + API_CATALOG_PATH,
      item: [
        { href: registry, title: `${siteName}: find, read, and submit listings` },
        { href: validator, title: 'Validator: check an API or a manifest' },
        { href: mcp, title: 'MCP server: the registry as tools' },
      ],
      'api-catalog': values('categories').map(category => ({
        href: site + categoryCatalogPath(category),
        title: `Listed APIs: ${title('categories', category)}`,
      })),
    },
    {
      anchor: registry,
      'service-desc': [openapi],
      'service-doc': [{ href: `${site}/docs/api/`, title: 'API reference' }],
      'service-meta': [
        { href: `${new URL(registry).origin}${MANIFEST_PATH}`, type: 'application/json', title: 'Manifest' },
        { href: `${registry}${ROUTES.getGuidance.file}`, type: 'application/json', title: 'Guidance for agents' },
      ],
      status: [{ href: `${registry}${ROUTES.getHealthFile.file}`, type: 'application/json' }],
    },
    {
      anchor: validator,
      'service-desc': [openapi],
      'service-doc': [{ href: `${site}/docs/verification/`, title: 'How verification works' }],
      'service-meta': [
        { href: `${validator}${ROUTES.getGuidance.file}`, type: 'application/json', title: 'Guidance for agents' },
      ],
      status: [{ href: `${registry}${ROUTES.getHealthFile.file}`, type: 'application/json' }],
    },
    {
      anchor: mcp,
      'service-desc': [{ href: new URL(mcp).origin + ROUTES.getServerCard.path, type: SERVER_CARD_TYPE }],
      'service-doc': [{ href: `${site}/docs/agents/`, title: 'Guidance for agents' }],
      status: [{ href: `${registry}${ROUTES.getHealthFile.file}`, type: 'application/json' }],
    },
  ]);
}
