import { parseOrigin } from '#listing/origin.ts';
import { listIn, type Node, objectIn } from './node.ts';

/** Where an API answers. */
export interface Server {
  /** Scheme, host and port; undefined where the document leaves it open. */
  readonly origin: string | undefined;
  /** What stands before every path, without a slash at its end. */
  readonly base: string;
}

/**
 * The servers that an object names, in its order; undefined when it names none. Variables take their defaults, and
 * relative addresses are taken from where the document was fetched, as OpenAPI has it.
 */
export function serversOf(node: Node, documentAddress: string | undefined): readonly Server[] | undefined {
  const servers = listIn(node.servers).flatMap(server => serverOf(objectIn(server), documentAddress) ?? []);
  return servers.length > 0 ? servers : undefined;
}

/** The server that a manifest describes: of the wanted origin, else the first that is public and https, else the first. */
export function chosenServer(servers: readonly Server[], wanted: string | undefined): Server {
  const named = servers.filter(({ origin }) => origin !== undefined);
  if (wanted !== undefined) {
    const same = named.find(({ origin }) => origin === wanted);
    const open = servers.find(({ origin }) => origin === undefined);
    return { origin: wanted, base: (same ?? open)?.base ?? '' };
  }
  const isPublic = ({ origin = '' }: Server) =>
    origin.startsWith('https:') && !/\/\/(localhost|127\.|\[::1\])/.test(origin);
  return named.find(isPublic) ?? named[0] ?? servers[0] ?? { origin: undefined, base: '' };
}

function serverOf(server: Node, documentAddress: string | undefined): Server | undefined {
  if (typeof server.url !== 'string') return undefined;
  const variables = objectIn(server.variables);
  const address = server.url.trim().replace(/\{([^{}]*)\}/g, (whole, name: string) => {
    const { default: usual } = objectIn(variables[name]);
    return typeof usual === 'string' || typeof usual === 'number' ? String(usual) : whole;
  });
  const absolute = URL.parse(address, documentAddress);
  if (absolute && !/[{}]|%7B/i.test(absolute.host)) {
    const result = parseOrigin(absolute.origin);
    if (result.ok) return { origin: result.value.url, base: baseOf(absolute.pathname) };
  }
  return { origin: undefined, base: baseOf(address.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*|^\/\/[^/]*/i, '')) };
}

function baseOf(path: string): string {
  const bare = decodeBraces(path.split(/[?#]/)[0] ?? '').replace(/\/+$/, '');
  return bare === '' || bare.startsWith('/') ? bare : `/${bare.replace(/^\.\//, '')}`;
}

/** URL writes the braces of variables without default as escapes; paths of manifests carry them as they are. */
function decodeBraces(path: string): string {
  return path.replace(/%7B/gi, '{').replace(/%7D/gi, '}');
}
