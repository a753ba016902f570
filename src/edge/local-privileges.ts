import { isLoopbackHost } from '#verify/fetch/rules/host-rules.ts';
import { isLoopbackIp } from '#verify/fetch/rules/ip-rules.ts';

/** Facts about a request that a host knows before it reads the body. */
export interface ArrivedRequest {
  /** The IP address of the network peer; undefined if the connection is already closed. */
  readonly peer: string | undefined;
  /** The value of the Host header, with its port. */
  readonly host: string;
  /** Headers by lowercase name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly httpVersion: string;
  /** Whether the request target is a whole URL, as clients send it to proxies. */
  readonly isAbsoluteForm: boolean;
}

/** The settings that decide who can reach a server. */
interface ServerAddresses {
  readonly host: string;
  readonly addresses: Readonly<Record<'registry' | 'site' | 'validator' | 'mcp', string>>;
  readonly metrics: { readonly host: string } | undefined;
  readonly clientHeader: string | undefined;
}

/**
 * Whether a server may grant local privileges: all of its configured addresses are loopback, and no reverse proxy is
 * configured (design: Local privileges).
 */
export function isLocalServer({ host, addresses, metrics, clientHeader }: ServerAddresses): boolean {
  const { registry, site, validator, mcp } = addresses;
  const isBoundLocally = [host, ...(metrics ? [metrics.host] : [])].every(isLoopbackHost);
  return isBoundLocally && [registry, site, validator, mcp].every(isLoopbackUrl) && clientHeader === undefined;
}

/**
 * Whether a request to such a server provably comes from this machine: over loopback, to a loopback host, without signs
 * of a proxy, and not from a remote web page. Only these requests may submit http and loopback URLs without a rate limit.
 *
 * HTTP 1.0 counts as a sign of a proxy: by default nginx uses it for its upstream, rewrites Host, and adds no header.
 */
export function isLocalRequest({ peer, host, headers, httpVersion, isAbsoluteForm }: ArrivedRequest): boolean {
  if (peer === undefined || !isLoopbackIp(peer) || isAbsoluteForm || httpVersion !== '1.1') return false;
  if (!isLoopbackUrl(`http://${host}`) || isForwarded(headers)) return false;
  const { origin, 'sec-fetch-site': site } = headers;
  if (origin !== undefined) return typeof origin === 'string' && isLoopbackUrl(origin);
  return site === undefined || site === 'same-origin' || site === 'none';
}

/** Whether a proxy or CDN added a header to a request. */
export function isForwarded(headers: ArrivedRequest['headers']): boolean {
  return Object.keys(headers).some(
    name => FORWARDING_HEADERS.has(name) || FORWARDING_PREFIXES.some(prefix => name.startsWith(prefix)),
  );
}

/** Headers of RFC 7239 and RFC 9110, and of individual proxies and CDNs. */
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

/** Header prefixes of proxies and CDNs that use several headers. */
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

/** Whether the host of a URL is loopback. */
export function isLoopbackUrl(url: string): boolean {
  return isLoopbackHost(hostnameOf(url));
}

/** The host name of a URL; empty, and so not loopback, if the URL is invalid. */
function hostnameOf(url: string): string {
  return URL.parse(url)?.hostname ?? '';
}
