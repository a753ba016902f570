import { plainUrl } from '#edge/http/plain-url.ts';
import type { TargetUrl } from '#edge/surfaces.ts';

/** The parts of a request head that determine the URL. */
export interface RequestHead {
  /** The target from the request line. */
  readonly target: string;
  readonly method: string;
  /** Alternating names and values, as received. */
  readonly rawHeaders: readonly string[];
}

/** The URL of a request, which routing, caches, logs, and responses share. */
export interface RequestUrl {
  readonly url: TargetUrl;
  /** Whether the request target is a whole URL, as clients send it to proxies (RFC 9112, section 3.2.2). */
  readonly isAbsoluteForm: boolean;
}

/**
 * Parses the URL of a request, once and on arrival (RFC 9112, section 3.2).
 * @param defaultHost for HTTP 1.0, where Host may be missing; empty for HTTP 1.1, where it is required
 * @returns undefined for an empty, repeated, or invalid Host, and for a target that is not a URL
 */
export function parseRequestUrl(
  { target, method, rawHeaders }: RequestHead,
  defaultHost: string,
): RequestUrl | undefined {
  const hosts = headerValues('host', rawHeaders);
  const host = hosts[0] ?? defaultHost;
  if (hosts.length > 1 || !HOST.test(host)) return undefined;
  const origin = `http://${host}`;
  if (target.startsWith('/')) {
    const url = plainUrl(origin, target);
    return url ? { url, isAbsoluteForm: false } : requestUrl(origin + target, false);
  }
  if (target === '*' && method === 'OPTIONS') return requestUrl(`${origin}/`, false);
  const authority = /^https?:\/\/([^/?#]*)/i.exec(target)?.[1];
  return authority !== undefined && HOST.test(authority) ? requestUrl(target, true) : undefined;
}

/** A name, an IPv4 address, or an IPv6 address in brackets, with an optional port. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{0,5})?$/i;

/** Some parsers treat a backslash in a path as a slash. */
function requestUrl(text: string, isAbsoluteForm: boolean): RequestUrl | undefined {
  const url = /^[^?]*\\/.test(text) ? null : URL.parse(text);
  return url ? { url, isAbsoluteForm } : undefined;
}

function headerValues(name: string, rawHeaders: readonly string[]): string[] {
  const values: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const each = rawHeaders[at] ?? '';
    if (each.length === name.length && each.toLowerCase() === name) values.push(rawHeaders[at + 1] ?? '');
  }
  return values;
}
