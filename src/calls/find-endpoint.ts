import { decodePercent } from '#listing/encoding/decode-percent.ts';
import type { Endpoint, Endpoint02, Manifest } from '#manifest/manifest.ts';
import { getPlaceholderName, mayHavePlaceholder, PLACEHOLDER } from '#manifest/placeholders.ts';

/** An endpoint of either format version. Only 0.3 has `cost_hint`. */
export type DeclaredEndpoint = Endpoint | Endpoint02;

/** An endpoint that matches a path, and the values of its placeholders in the path. */
export interface FoundEndpoint {
  readonly endpoint: DeclaredEndpoint;
  readonly values: Readonly<Record<string, string>>;
}

/**
 * The maximum length of a path in a request, which is the one that RFC 9110 (section 4.1) recommends to support. A manifest
 * can declare a path of 1 MiB with 250,000 placeholders.
 */
export const MAX_PATH_LENGTH = 8000;

/**
 * Finds the endpoint for a method and a path. The path has the declared form, or has values for the placeholders
 * (`/v1/users/42` for `/v1/users/{id}`). An endpoint with exactly this path has precedence, and then one with the first
 * literal segment (OpenAPI, "Path Templating Matching").
 */
export function findEndpoint({ endpoints }: Manifest, method: string, path: string): FoundEndpoint | undefined {
  const normalizedPath = normalizePath(path);
  const candidates: readonly DeclaredEndpoint[] = endpoints.filter(each => each.method === method.toUpperCase());
  const exact =
    candidates.find(each => each.path === path) ?? candidates.find(each => normalizePath(each.path) === normalizedPath);
  if (exact) return { endpoint: exact, values: {} };
  const segments = encodeLiteral(normalizedPath).split('/');
  const matches = candidates.flatMap(endpoint => {
    const match = matchPath(segments, normalizePath(endpoint.path));
    return match === undefined ? [] : [{ endpoint, ...match }];
  });
  const [best] = matches.toSorted((a, b) => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : 0));
  return best && { endpoint: best.endpoint, values: best.values };
}

/** Returns the path without its query string, fragment, and trailing slashes. */
function normalizePath(path: string): string {
  const [withoutQuery = ''] = path.split(/[?#]/, 1);
  let end = withoutQuery.length;
  while (end > 1 && withoutQuery[end - 1] === '/') end--;
  return withoutQuery.slice(0, end);
}

interface PathMatch {
  readonly values: Readonly<Record<string, string>>;
  /** One digit for each segment: 0 for a literal, 1 for one with placeholders, 2 for a placeholder. Less is more specific. */
  readonly rank: string;
}

function matchPath(segments: readonly string[], declared: string): PathMatch | undefined {
  const expected = declared.split('/');
  if (segments.length !== expected.length) return undefined;
  const values: [string, string][] = [];
  let rank = '';
  for (const [index, segment] of segments.entries()) {
    const match = matchSegment(segment, expected[index] ?? '');
    if (match === undefined) return undefined;
    rank += match.rank;
    // A placeholder that the caller left unfilled has no value.
    for (const [name, value] of match.values) if (!UNFILLED.test(value)) values.push([name, decodePercent(value)]);
  }
  return { values: Object.fromEntries(values), rank };
}

const UNFILLED = /^(\{[^{}]*\}|<[^<>]*>)$/;

interface SegmentMatch {
  readonly values: readonly (readonly [name: string, value: string])[];
  readonly rank: 0 | 1 | 2;
}

/**
 * Matches a segment with a declared one. The value of a placeholder has at least one character, and ends at the next literal.
 * Placeholders without a literal between them match, but have no values, because nothing shows where the first one ends.
 * Stops at the first difference, because a manifest can declare 250,000 placeholders.
 */
function matchSegment(segment: string, declared: string): SegmentMatch | undefined {
  if (!mayHavePlaceholder(declared)) return segment === encodeLiteral(declared) ? { values: [], rank: 0 } : undefined;
  // A slash shows where the segment starts.
  const text = `/${declared}`;
  const values: [string, string][] = [];
  const addValue = (names: readonly string[], value: string): boolean => {
    const [name = ''] = names;
    if (names.length === 1) values.push([name, value]);
    return value.length >= names.length;
  };
  let names: string[] = [];
  let hasLiteral = false;
  let [start, textStart] = [0, 1];
  for (const match of text.matchAll(PLACEHOLDER)) {
    const literal = encodeLiteral(text.slice(textStart, match.index));
    textStart = match.index + match[0].length;
    if (literal !== '') {
      hasLiteral = true;
      const end = names.length === 0 ? 0 : segment.indexOf(literal, start + names.length);
      if (end < 0 || !segment.startsWith(literal, end) || !addValue(names, segment.slice(start, end))) return undefined;
      start = end + literal.length;
      names = [];
    }
    names.push(getPlaceholderName(match[0]));
  }
  const literal = encodeLiteral(text.slice(textStart));
  if (names.length === 0) return segment === literal ? { values, rank: 0 } : undefined;
  const end = segment.length - literal.length;
  if (end <= start || !segment.endsWith(literal) || !addValue(names, segment.slice(start, end))) return undefined;
  return { values, rank: hasLiteral || literal !== '' ? 1 : 2 };
}

/** Percent-encodes the characters that URLs encode in a path, because a request has them encoded. Keeps placeholders. */
function encodeLiteral(text: string): string {
  return text.toWellFormed().replace(/[^!#-[\]_a-z{}~]|%(?![\dA-Fa-f]{2})/gu, encodeURIComponent);
}
