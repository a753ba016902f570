import type { McpUrls } from './context.ts';

/**
 * Whether a web page may call the MCP server. Allows requests without an origin, which do not come from web pages, and
 * pages of the registry and of configured origins. The host of the request does not count, which prevents DNS rebinding.
 *
 * @param origin the `Origin` header
 */
export function isAllowedOrigin(
  origin: string | null,
  addresses: McpUrls,
  allowedOrigins: readonly string[] = [],
): boolean {
  if (origin === null || allowedOrigins.includes('*') || allowedOrigins.includes(origin)) return true;
  const url = URL.parse(origin);
  return url !== null && Object.values(addresses).some(address => isSameOrigin(url, new URL(address)));
}

function isSameOrigin(one: URL, other: URL): boolean {
  if (one.origin === other.origin) return true;
  const areLoopback = LOOPBACK_HOSTS.includes(one.hostname) && LOOPBACK_HOSTS.includes(other.hostname);
  return areLoopback && one.protocol === other.protocol && one.port === other.port;
}

/** All names of this machine are the same origin here. */
const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];
