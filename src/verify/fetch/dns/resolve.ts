/**
 * Resolves a name to all of its IPv4 and IPv6 addresses. Returns an empty list if the name does not exist, and rejects if
 * the lookup fails.
 */
export type Resolve = (hostname: string) => Promise<readonly string[]>;
