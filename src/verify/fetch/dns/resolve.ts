/**
 * All IP addresses of a name, IPv4 and IPv6; none when it does not exist.
 *
 * Rejects when the question could not be answered.
 */
export type Resolve = (hostname: string) => Promise<readonly string[]>;
