import type { Addresses } from '../config.ts';
import { surfacePath, type TargetUrl } from '../surfaces.ts';
import { ROUTE_LIST } from './routes.ts';

/** The name for all other requests: files, and paths that do not exist. */
const OTHER_ROUTE = '(other)';

/**
 * Returns a function that maps a request URL to the name of its route, such as `/listings/{id}`, for logs and metrics.
 * The set of names is small, and a name contains neither the id nor the query of the request.
 */
export function routeNames(addresses: Addresses): (url: TargetUrl) => string {
  const fixed = new Map<string, string>();
  const patterns: { readonly name: string; readonly pattern: RegExp }[] = [];
  for (const { path, name = withoutSlash(path) } of ROUTE_LIST) {
    if (path.includes('{')) patterns.push({ name, pattern: patternOf(path) });
    else fixed.set(withoutEnding(path), name);
  }
  const pathOf = surfacePath(addresses);
  return url => {
    const path = withoutEnding(pathOf(url));
    return fixed.get(path) ?? patterns.find(({ pattern }) => pattern.test(path))?.name ?? OTHER_ROUTE;
  };
}

/** A resource and its `.json` file, or a page with and without its trailing slash, are the same route. */
function withoutEnding(path: string): string {
  if (path.startsWith('/.well-known/') || path.startsWith('/schemas/')) return path;
  return path === '/openapi.json' || path === '/feed.json' ? path : withoutSlash(path).replace(/\.json$/, '');
}

function withoutSlash(path: string): string {
  return path.replace(/(?<=.)\/$/, '');
}

function patternOf(template: string): RegExp {
  const parts = withoutEnding(template).split(/\{\w+\}/);
  return new RegExp(`^${parts.map(RegExp.escape).join('[^/]+')}$`);
}
