import type { Addresses } from '../config.ts';
import { openapi } from '../openapi/openapi.ts';
import { surfacePath } from '../surfaces.ts';

/** What is no operation of the description. */
const OTHERS = [
  '/mcp',
  '/apis/{id}',
  '/docs/{page}',
  '/categories/{category}',
  '/primary/{category}',
  '/listings/by/{parameter}/{value}/{page}',
];

/** The name of all that is none of those: files, and what is not there. */
export const OTHER_ROUTE = '(other)';

/**
 * Names the route of a request, such as `/listings/{id}`, for logs and metrics: a name tells what was asked for, but
 * neither which listing nor in which words, and there are few of them however much is asked.
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

/** A resource and its file twin, a page and its address with a slash are the same route. */
function withoutEnding(path: string): string {
  if (path.startsWith('/.well-known/') || path.startsWith('/schemas/')) return path;
  return path === '/openapi.json' || path === '/feed.json' ? path : path.replace(/(?<=.)\/$|\.json$/, '');
}

function patternOf(template: string): RegExp {
  const parts = withoutEnding(template).split(/\{\w+\}/);
  return new RegExp(`^${parts.map(RegExp.escape).join('[^/]+')}$`);
}
