import { parseOrigin } from '#listing/origin.ts';
import { listIn, type Node, objectIn } from './document/node.ts';

/** A server of an API. */
export interface Server {
  /** Scheme, host, and port. Undefined if the document does not declare them. */
  readonly origin: string | undefined;
  /** The prefix of every path, without a trailing slash. */
  readonly base: string;
}

/**
 * Returns the servers of an object in order. Undefined if it declares none. Replaces variables with their defaults, and
 * resolves relative URLs against the URL of the document.
 */
export function listServers(node: Node, documentUrl: string | undefined): readonly Server[] | undefined {
  const servers = listIn(node.servers).flatMap(server => convertServer(objectIn(server), documentUrl) ?? []);
  return servers.length > 0 ? servers : undefined;
}

/** Selects the server of the requested origin, otherwise the first public https server, otherwise the first one. */
export function selectServer(servers: readonly Server[], requested: string | undefined): Server {
  const withOrigin = servers.filter(({ origin }) => origin !== undefined);
  if (requested !== undefined) {
    const same = withOrigin.find(({ origin }) => origin === requested);
    const relative = servers.find(({ origin }) => origin === undefined);
    return { origin: requested, base: (same ?? relative)?.base ?? '' };
  }
  const isPublic = ({ origin = '' }: Server) =>
    origin.startsWith('https:') && !/\/\/(localhost|127\.|\[::1\])/.test(origin);
  return withOrigin.find(isPublic) ?? withOrigin[0] ?? servers[0] ?? { origin: undefined, base: '' };
}

function convertServer(server: Node, documentUrl: string | undefined): Server | undefined {
  if (typeof server.url !== 'string') return undefined;
  const variables = objectIn(server.variables);
  const url = server.url.trim().replace(/\{([^{}]*)\}/g, (whole, name: string) => {
    const { default: value } = objectIn(variables[name]);
    return typeof value === 'string' || typeof value === 'number' ? String(value) : whole;
  });
  const absolute = URL.parse(completeUrl(url, documentUrl), documentUrl);
  if (absolute && !/[{}]|%7B/i.test(absolute.host)) {
    const result = parseOrigin(absolute.origin);
    if (result.ok) return { origin: result.value.url, base: normalizeBase(absolute.pathname) };
  }
  return { origin: undefined, base: normalizeBase(url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*|^\/\/[^/]*/i, '')) };
}

/**
 * Adds the scheme that a URL lacks, such as `api.example.com/v1` or, without the URL of the document, `//api.example.com`. As a
 * relative URL, its host would become a part of each path.
 */
function completeUrl(url: string, documentUrl: string | undefined): string {
  if (url.startsWith('//') && documentUrl === undefined) return `https:${url}`;
  const [, host = '', port] = /^((?:[a-z0-9-]+\.)*[a-z][a-z0-9-]*)(:\d+)?(?=[/?#]|$)/i.exec(url) ?? [];
  if (host === 'localhost' && port !== undefined) return `http://${url}`;
  return host.includes('.') && !FILE_NAME.test(host) ? `https://${url}` : url;
}

/** Paths of scripts and documents, such as `index.php/v1`, look like hosts. */
const FILE_NAME = /\.(php\d?|aspx?|ashx|jsp|cgi|pl|py|do|html?|json|ya?ml|xml)$/i;

function normalizeBase(path: string): string {
  // Without the lookbehind, a search starts at each slash, which takes time in proportion to the square of their number.
  const bare = decodeBraces(path.split(/[?#]/)[0] ?? '').replace(/(?<!\/)\/+$/, '');
  return bare === '' || bare.startsWith('/') ? bare : `/${bare.replace(/^\.\//, '')}`;
}

/** The URL parser escapes the braces of variables without a default, but manifest paths use braces. */
function decodeBraces(path: string): string {
  return path.replace(/%7B/gi, '{').replace(/%7D/gi, '}');
}
