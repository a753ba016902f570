import type { Addresses } from '../../config.ts';
import { toMarkdownUrl } from '../markdown/markdown-url.ts';
import { API_CATALOG_PATH } from './api-catalog.ts';

/** Creates the `Link` header of the home page (RFC 8288), which leads clients to the other resources. */
export function homeLinks({ registry, site }: Addresses): string {
  return [
    `<${site}${API_CATALOG_PATH}>; rel="api-catalog"`,
    `<${registry}/openapi.json>; rel="service-desc"; type="application/vnd.oai.openapi+json"`,
    `<${site}/docs/api/>; rel="service-doc"`,
    `<${site}/llms.txt>; rel="describedby"; type="text/plain"`,
    `<${site}/.well-known/ard.json>; rel="ard"; type="application/json"`,
    `<${toMarkdownUrl(`${site}/`)}>; rel="alternate"; type="text/markdown"`,
  ].join(', ');
}
