import { isLoopbackHost } from '#verify/fetch/rules/host-rules.ts';
import { isLoopbackIp } from '#verify/fetch/rules/ip-rules.ts';

/** What a host knows of a request on arrival, before anything is read from its body. */
export interface ArrivedRequest {
  /** The IP address of the network peer; undefined if the connection is already closed. */
  readonly peer: string | undefined;
  /** The value of the one Host header, with its port. */
  readonly host: string;
  /** The names are in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly httpVersion: string;
  /** Whether the request target is a whole URL, as clients send it to proxies. */
  readonly isAbsoluteForm: boolean;
}

/** The settings that decide from where a server can be reached. */
interface ServerAddresses {
  readonly host: string;
  readonly addresses: Readonly<Record<'registry' | 'site' | 'validator' | 'mcp', string>>;
  readonly metrics: { readonly host: string } | undefined;
  readonly clientHeader: string | undefined;
}

/**
 * Whether a server may grant local privileges at all: each of its configured addresses is loopback, and no header of a
 * reverse proxy is named (design: Local privileges).
 */
export function isLocalServer({ host, addresses, metrics, clientHeader }: ServerAddresses): boolean {
  const { registry, site, validator, mcp } = addresses;
  const isBoundLocally = [host, ...(metrics ? [metrics.host] : [])].every(isLoopbackHost);
  return isBoundLocally && [registry, site, validator, mcp].every(isLoopbackUrl) && clientHeader === undefined;
}

/**
 * Whether a request to such a server provably comes from this machine: over loopback, to a loopback host, without a sign
 * of a proxy, and from no web page but a local one. Only then may it name http and loopback URLs, and has no rate limit.
 *
 * HTTP 1.0 counts as a sign of a proxy: by default nginx speaks it to its upstream, rewrites Host, and adds no header.
 */
export function isLocalRequest({ peer, host, headers, httpVersion, isAbsoluteForm }: ArrivedRequest): boolean {
  if (peer === undefined || !isLoopbackIp(peer) || isAbsoluteForm || httpVersion !== '1.1') return false;
  if (!isLoopbackUrl(`http://${host}`) || isForwarded(headers)) return false;
  const { origin, 'sec-fetch-site': site } = headers;
  if (origin !== undefined) return typeof origin === 'string' && isLoopbackUrl(origin);
  return site === undefined || site === 'same-origin' || site === 'none';
}

/** Whether a proxy or a CDN added a header to a request. */
export function isForwarded(headers: ArrivedRequest['headers']): boolean {
  return Object.keys(headers).some(
    name => FORWARDING_HEADERS.has(name) || FORWARDING_PREFIXES.some(prefix => name.startsWith(prefix)),
  );
}

/** Of RFC 7239 and RFC 9110, and of proxies and CDNs that have a header of their own. */
const FORWARDING_HEADERS = new Set([
  'cdn-loop',
  'client-ip',
  'do-connecting-ip',
  'fastly-client-ip',
  'forwarded',
  'true-client-ip',
  'via',
  'x-amzn-trace-id',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-nginx-proxy',
  'x-proxyuser-ip',
  'x-real-ip',
  'x-rewrite-url',
  'x-scheme',
]);

/** Of proxies and CDNs that have many headers. */
const FORWARDING_PREFIXES = [
  'cf-',
  'fly-',
  'ngrok-',
  'tailscale-',
  'x-appengine-',
  'x-arr-',
  'x-azure-',
  'x-envoy-',
  'x-forwarded',
  'x-original-',
  'x-vercel-',
];

/** Whether the host of a URL is this machine by definition. */
export function isLoopbackUrl(url: string): boolean {
  return isLoopbackHost(hostnameOf(url));
}

/** The host name in a URL; empty, and so not loopback, if there is none. */
function hostnameOf(url: string): string {
  return URL.parse(url)?.hostname ?? '';
}
