import type { Manifest } from '#manifest/manifest.ts';
import { listPlaceholders } from '#manifest/placeholders.ts';
import { isTemplate, MAX_URL_LENGTH, splitPath, toEndpointUrl } from './endpoint-url.ts';

/** The beginning of the last segment of a control URL, for people who read their logs. */
export const CONTROL_NAME = 'no-such-path-';

/**
 * Returns a URL that no declared endpoint has, next to the endpoints: in their common directory, or above it if a
 * placeholder there matches any name. An origin with the same response for it and an endpoint responds at every path.
 *
 * Takes time in proportion to the paths, which can have thousands of common directories.
 *
 * @param unique text that the origin cannot know in advance
 */
export function createControlUrl({ endpoints }: Manifest, origin: string, unique: string): string {
  const paths = endpoints.map(({ path }) => splitPath(path));
  const name = CONTROL_NAME + unique;
  const directories = listSharedDirectories(paths);
  const matched = listMatchedDepths(paths, name);
  for (let depth = directories.length; depth >= 0; depth--) {
    if (matched.has(depth)) continue;
    const url = toEndpointUrl(origin, `/${[...directories.slice(0, depth), name].join('/')}`);
    if (url !== undefined) return url;
  }
  return `${origin}/${name}`;
}

/** Returns the directories that all paths share, up to the first placeholder and to the maximum length of a URL. */
function listSharedDirectories(paths: readonly (readonly string[])[]): readonly string[] {
  const [first = [], ...others] = paths.map(path => path.slice(0, -1));
  const shared: string[] = [];
  let length = 0;
  for (const [index, segment] of first.entries()) {
    length += segment.length + 1;
    const isShared = length <= MAX_URL_LENGTH && others.every(segments => segments[index] === segment);
    if (!isShared || isPlaceholder(segment)) break;
    shared.push(segment);
  }
  return shared;
}

/** Returns the numbers of shared directories in which a declared path has the name or any name. */
function listMatchedDepths(paths: readonly (readonly string[])[], name: string): ReadonlySet<number> {
  const matching = paths.filter(path => {
    const last = path.at(-1) ?? '';
    return last === name || isPlaceholder(last);
  });
  return new Set(matching.map(path => path.length - 1));
}

function isPlaceholder(segment: string): boolean {
  return isTemplate(`/${segment}`) || listPlaceholders(`/${segment}`).length > 0;
}
