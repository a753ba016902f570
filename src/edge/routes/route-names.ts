import type { Addresses } from '../config.ts';
import { openapi } from '../openapi/openapi.ts';
import { surfacePath } from '../surfaces.ts';

/** Routes that are not operations of the OpenAPI description. */
const OTHERS = [
  '/mcp',
  '/apis/{id}',
  '/docs/{page}',
  '/categories/{category}',
  '/primary/{category}',
  '/listings/by/{parameter}/{value}/{page}',
];

/** The name for all other requests: files, and paths that do not exist. */
export const OTHER_ROUTE = '(other)';

/**
 * Returns a function that maps a request URL to the name of its route, such as `/listings/{id}`, for logs and metrics.
 * The set of names is small, and a name contains neither the id nor the query of the request.
 */
export function routeNames(addresses: Addresses): (url: URL) => string {
  const templates = [...Object.keys(JSON.parse(openapi(addresses)).paths), ...OTHERS];
  const fixed = new Set(templates.filter(each => !each.includes('{')));
  const patterns = templates
    .filter(each => each.includes('{'))
    .map(template => ({ template, pattern: patternOf(template) }));
  const pathOf = surfacePath(addresses);
  return url => {
    const path = withoutEnding(pathOf(url));
    if (fixed.has(path)) return path;
    return patterns.find(({ pattern }) => pattern.test(path))?.template ?? OTHER_ROUTE;
  };
}

/** A resource and its `.json` file, or a page with and without its trailing slash, are the same route. */
function withoutEnding(path: string): string {
  if (path.startsWith('/.well-known/') || path.startsWith('/schemas/')) return path;
  return path === '/openapi.json' || path === '/feed.json' ? path : path.replace(/(?<=.)\/$|\.json$/, '');
}

function patternOf(template: string): RegExp {
  const parts = withoutEnding(template).split(/\{\w+\}/);
  return new RegExp(`^${parts.map(RegExp.escape).join('[^/]+')}$`);
}
