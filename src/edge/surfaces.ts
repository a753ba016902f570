import { MANIFEST_PATH } from '#listing/origin.ts';
import type { Addresses } from './config.ts';

/** The path prefix of each surface when all share one host (design: HTTP). */
const SHARED = { validator: '/validator', mcp: '/mcp', registry: '', site: '' } as const;

/** Internal paths of the site's guidance and home page if the site has its own URL (specification, section 4.4). */
const SITE_GUIDANCE = '/site/agents';
const SITE_HOME = '/site/';

/** The parts of a request URL that select its response. */
export type TargetUrl = Pick<URL, 'href' | 'host' | 'pathname' | 'search'>;

/**
 * Returns a function that maps a request URL to its path on a single host, so that one application serves all surfaces
 * on one host or on four. The path stays the same if the URL belongs to no surface.
 */
export function surfacePath(addresses: Addresses): (url: TargetUrl) => string {
  const names = Object.keys(SHARED) as (keyof typeof SHARED)[];
  const surfaces = names
    .map(name => ({ name, base: new URL(addresses[name]), prefix: SHARED[name] }))
    .map(({ name, base, prefix }) => ({ name, host: base.host, path: base.pathname.replace(/\/$/, ''), prefix }))
    .sort((a, b) => b.path.length - a.path.length);
  const surfacesByHost = Map.groupBy(surfaces, ({ host }) => host);
  const isSiteApart = addresses.site !== addresses.registry;
  // Compares hosts, not origins: behind a proxy that terminates TLS, requests arrive as http.
  return ({ host, pathname }) => {
    if (isOfHost(pathname)) return pathname;
    const surface = surfacesByHost.get(host)?.find(({ path }) => isBelow(pathname, path));
    if (!surface) return pathname;
    const rest = pathname.slice(surface.path.length);
    if (isSiteApart && surface.name === 'site' && rest === '/agents') return SITE_GUIDANCE;
    if (isSiteApart && surface.name === 'site' && rest === '/') return SITE_HOME;
    return surface.prefix + (rest === '/' && surface.prefix ? '' : rest) || '/';
  };
}

/** Whether a pathname is a path or below it. */
function isBelow(pathname: string, path: string): boolean {
  return pathname.startsWith(path) && (pathname.length === path.length || pathname[path.length] === '/');
}

/** Whether a path belongs to the host. Well-known URLs do, except the API manifest, which describes the registry. */
function isOfHost(pathname: string): boolean {
  return pathname.startsWith('/.well-known/') && pathname !== MANIFEST_PATH;
}
