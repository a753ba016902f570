import type { Addresses } from './configuration.ts';

/** Where the surfaces lie when all of them share one host (design: HTTP). */
const SHARED = { validator: '/validator', mcp: '/mcp', registry: '', site: '' } as const;

/**
 * Leads the path of a request to where it lies when all surfaces share one host, so that the application is the same on
 * one host and on four. A request to an address of none of the surfaces is taken as it is.
 */
export function surfacePath(addresses: Addresses): (url: URL) => string {
  const surfaces = Object.entries(SHARED)
    .map(([name, prefix]) => ({ base: new URL(addresses[name as keyof Addresses]), prefix }))
    .map(({ base, prefix }) => ({ origin: base.origin, path: base.pathname.replace(/\/$/, ''), prefix }))
    .sort((a, b) => b.path.length - a.path.length);
  return ({ origin, pathname }) => {
    const surface = surfaces.find(each => each.origin === origin && `${pathname}/`.startsWith(`${each.path}/`));
    if (!surface) return pathname;
    const rest = pathname.slice(surface.path.length);
    return surface.prefix + (rest === '/' && surface.prefix ? '' : rest) || '/';
  };
}
