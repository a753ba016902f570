import { MANIFEST_PATH } from '#listing/origin.ts';
import type { Addresses } from './config.ts';

/** Where the surfaces lie when all of them share one host (design: HTTP). */
const SHARED = { validator: '/validator', mcp: '/mcp', registry: '', site: '' } as const;

/** The site's own guidance and home, where the site has an address of its own (specification, section 4.4). */
export const SITE_GUIDANCE = '/site/agents';
export const SITE_HOME = '/site/';

/**
 * Leads the path of a request to where it lies when all surfaces share one host, so that the application is the same on
 * one host and on four. A request to an address of none of the surfaces is taken as it is.
 */
export function surfacePath(addresses: Addresses): (url: URL) => string {
  const names = Object.keys(SHARED) as (keyof typeof SHARED)[];
  const surfaces = names
    .map(name => ({ name, base: new URL(addresses[name]), prefix: SHARED[name] }))
    .map(({ name, base, prefix }) => ({ name, host: base.host, path: base.pathname.replace(/\/$/, ''), prefix }))
    .sort((a, b) => b.path.length - a.path.length);
  const isSiteApart = addresses.site !== addresses.registry;
  // By host alone: behind a proxy that speaks TLS for us, requests arrive as http.
  return ({ host, pathname }) => {
    if (isOfHost(pathname)) return pathname;
    const surface = surfaces.find(each => each.host === host && `${pathname}/`.startsWith(`${each.path}/`));
    if (!surface) return pathname;
    const rest = pathname.slice(surface.path.length);
    if (isSiteApart && surface.name === 'site' && rest === '/agents') return SITE_GUIDANCE;
    if (isSiteApart && surface.name === 'site' && rest === '/') return SITE_HOME;
    return surface.prefix + (rest === '/' && surface.prefix ? '' : rest) || '/';
  };
}

/** Well-known addresses belong to a host and not to a surface; but what describes an API describes that of the registry. */
function isOfHost(pathname: string): boolean {
  return pathname.startsWith('/.well-known/') && pathname !== MANIFEST_PATH;
}
