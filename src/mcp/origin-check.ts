import type { McpUrls } from './context.ts';

/**
 * Whether a page of this origin may use the hub. What sends no origin is no page; a page of ours may, and those that are
 * configured. The request's own address does not count: a name that was rebound to this machine would be its own.
 *
 * @param origin the `Origin` header
 */
export function isAllowedOrigin(
  origin: string | null,
  { registry, site, validator, mcp }: McpUrls,
  configured: readonly string[] = [],
): boolean {
  if (origin === null || configured.includes('*') || configured.includes(origin)) return true;
  const asking = URL.parse(origin);
  return asking !== null && [registry, site, validator, mcp].some(address => isSameOrigin(asking, new URL(address)));
}

function isSameOrigin(one: URL, other: URL): boolean {
  if (one.origin === other.origin) return true;
  const bothHere = LOOPBACK.includes(one.hostname) && LOOPBACK.includes(other.hostname);
  return bothHere && one.protocol === other.protocol && one.port === other.port;
}

/** A browser on this machine may call it by any of its names. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
