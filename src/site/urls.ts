import { settings } from './settings.ts';

/**
 * The base URLs of the registry, the validator, and the MCP server for scripts, without a trailing slash. Relative if they share the
 * origin of the site, so that the pages work under any host name.
 */
export const toRegistryUrl = fromPages(settings.registryUrl);
export const toValidatorUrl = fromPages(settings.validatorUrl);
export const toMcpUrl = fromPages(settings.mcpUrl);

function fromPages(address: string): string {
  return address === settings.siteUrl || address.startsWith(`${settings.siteUrl}/`)
    ? address.slice(settings.siteUrl.length)
    : address;
}
