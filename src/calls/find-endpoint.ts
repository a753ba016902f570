import type { Endpoint, Endpoint02, Manifest } from '#manifest/manifest.ts';

/** An endpoint of either format version. Only 0.3 has `cost_hint`. */
export type DeclaredEndpoint = Endpoint | Endpoint02;

/** An endpoint that matches a path, and the values of its placeholders in the path. */
export interface FoundEndpoint {
  readonly endpoint: DeclaredEndpoint;
  readonly values: Readonly<Record<string, string>>;
}

/** A placeholder: `{id}` or `<id>` anywhere, `:id` or `[id]` at the start of a segment. */
export const PLACEHOLDER = /\{([^{}/]+)\}|<([^<>/]+)>|(?<=[/=]):([A-Za-z_]\w*)|(?<=\/)\[([^\][/]+)\]/g;

/** The characters that start a placeholder. Most paths have none. */
const MAY_HAVE_PLACEHOLDER = /[{<:[]/;

/**
 * Finds the endpoint for a method and a path. The path has the declared form, or has values for the placeholders
 * (`/v1/users/42` for `/v1/users/{id}`). An endpoint with exactly this path has precedence.
 */
export function findEndpoint({ endpoints }: Manifest, method: string, path: string): FoundEndpoint | undefined {
  const normalizedPath = normalizePath(path);
  const candidates: readonly DeclaredEndpoint[] = endpoints.filter(each => each.method === method.toUpperCase());
  const exact =
    candidates.find(each => each.path === path) ?? candidates.find(each => normalizePath(each.path) === normalizedPath);
  if (exact) return { endpoint: exact, values: {} };
  for (const endpoint of candidates) {
    const values = matchPath(normalizedPath, normalizePath(endpoint.path));
    if (values) return { endpoint, values };
  }
  return undefined;
}

/** Returns the names of the placeholders in a path, in order. */
export function listPlaceholders(path: string): readonly string[] {
  return MAY_HAVE_PLACEHOLDER.test(path) ? [...path.matchAll(PLACEHOLDER)].map(getPlaceholderName) : [];
}

/** Returns the name in a match of `PLACEHOLDER`. */
export function getPlaceholderName(match: readonly (string | undefined)[]): string {
  return match.slice(1).find(group => group !== undefined) ?? '';
}

/** Returns the path without its query string, fragment, and trailing slashes. */
function normalizePath(path: string): string {
  const [withoutQuery = ''] = path.split(/[?#]/, 1);
  let end = withoutQuery.length;
  while (end > 1 && withoutQuery[end - 1] === '/') end--;
  return withoutQuery.slice(0, end);
}

function matchPath(path: string, declared: string): Readonly<Record<string, string>> | undefined {
  const [segments, expected] = [path.split('/'), declared.split('/')];
  if (segments.length !== expected.length) return undefined;
  const values: Record<string, string> = {};
  for (const [index, segment] of expected.entries()) {
    const value = segments[index] ?? '';
    const [match] = `/${segment}`.matchAll(PLACEHOLDER);
    const isWhole = match !== undefined && match[0] === segment;
    if (!isWhole && segment !== value) return undefined;
    if (isWhole) values[getPlaceholderName(match)] = decodeSegment(value);
  }
  return values;
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
