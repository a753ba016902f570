import type { McpLive } from '#mcp/context.ts';
import { validateUrl } from '#verify/fetch/rules/url-rules.ts';

/**
 * Creates the rule for the URLs that a local MCP server may request.
 * @param local whether it allows http and loopback URLs
 */
export function createRefusal(local: boolean): McpLive['refusal'] {
  return ({ url }) => {
    const result = validateUrl(url, { listingOrigin: url, local });
    if (result.ok) return undefined;
    const { message, hint } = result.error;
    const isLocal = !local && validateUrl(url, { listingOrigin: url, local: true }).ok;
    return `${message} ${isLocal ? 'For local tests, start this MCP server with --local.' : hint}`;
  };
}
