import type { Endpoint, Endpoint02, Manifest } from '#manifest/manifest.ts';

/** An endpoint of either format: `cost_hint` belongs to 0.3. */
export type DeclaredEndpoint = Endpoint | Endpoint02;

/** An endpoint that a path names, and what the path fills into its placeholders. */
export interface FoundEndpoint {
  readonly endpoint: DeclaredEndpoint;
  readonly values: Readonly<Record<string, string>>;
}

/** A place to fill in: `{id}`, `<id>`, `*`-less; `:id` and `[id]` at the start of a segment. */
export const PLACEHOLDER = /\{([^{}/]+)\}|<([^<>/]+)>|(?<=[/=]):([A-Za-z_]\w*)|(?<=\/)\[([^\][/]+)\]/g;

/**
 * The endpoint that a method and a path name: as declared, or as it would be called (`/v1/users/42` for
 * `/v1/users/{id}`). The declared path wins over a filled one.
 */
export function findEndpoint({ endpoints }: Manifest, method: string, path: string): FoundEndpoint | undefined {
  const wanted = pathOf(path);
  const candidates: readonly DeclaredEndpoint[] = endpoints.filter(each => each.method === method.toUpperCase());
  const exact = candidates.find(each => each.path === path) ?? candidates.find(each => pathOf(each.path) === wanted);
  if (exact) return { endpoint: exact, values: {} };
  for (const endpoint of candidates) {
    const values = valuesIn(wanted, pathOf(endpoint.path));
    if (values) return { endpoint, values };
  }
  return undefined;
}

/** The names of the placeholders in a path, in order. */
export function placeholders(path: string): readonly string[] {
  return [...path.matchAll(PLACEHOLDER)].map(nameIn);
}

/** The name in a match of `PLACEHOLDER`. */
export function nameIn(match: readonly (string | undefined)[]): string {
  return match.slice(1).find(group => group !== undefined) ?? '';
}

/** A path alone, without a slash at its end. */
function pathOf(path: string): string {
  const [alone = ''] = path.split(/[?#]/, 1);
  let end = alone.length;
  while (end > 1 && alone[end - 1] === '/') end--;
  return alone.slice(0, end);
}

function valuesIn(path: string, declared: string): Readonly<Record<string, string>> | undefined {
  const [given, expected] = [path.split('/'), declared.split('/')];
  if (given.length !== expected.length) return undefined;
  const values: Record<string, string> = {};
  for (const [index, segment] of expected.entries()) {
    const value = given[index] ?? '';
    const [match] = `/${segment}`.matchAll(PLACEHOLDER);
    const isWhole = match !== undefined && match[0] === segment;
    if (!isWhole && segment !== value) return undefined;
    if (isWhole) values[nameIn(match)] = decoded(value);
  }
  return values;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
