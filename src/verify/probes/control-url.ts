import type { Manifest } from '#manifest/manifest.ts';
import { isTemplate, toEndpointUrl } from './endpoint-url.ts';
import { listPlaceholders } from './fill-path.ts';

/** The beginning of the last segment of a control URL, for people who read their logs. */
export const CONTROL_NAME = 'no-such-path-';

/**
 * Returns a URL that no declared endpoint has, next to the endpoints: in their common directory, or above it if a
 * placeholder there matches any name. An origin with the same response for it and an endpoint responds at every path.
 *
 * @param unique text that the origin cannot know in advance
 */
export function createControlUrl({ endpoints }: Manifest, origin: string, unique: string): string {
  const paths = endpoints.map(({ path }) => splitPath(path));
  const name = CONTROL_NAME + unique;
  for (let depth = countSharedDirectories(paths); depth >= 0; depth--) {
    const segments = [...(paths[0]?.slice(0, depth) ?? []), name];
    const url = toEndpointUrl(origin, `/${segments.join('/')}`);
    if (url !== undefined && !segments.some(isPlaceholder) && !paths.some(path => matches(path, segments))) return url;
  }
  return `${origin}/${name}`;
}

function countSharedDirectories(paths: readonly (readonly string[])[]): number {
  const [first = [], ...others] = paths.map(path => path.slice(0, -1));
  const differing = first.findIndex((segment, index) => others.some(segments => segments[index] !== segment));
  return differing < 0 ? first.length : differing;
}

function matches(path: readonly string[], segments: readonly string[]): boolean {
  return (
    path.length === segments.length && path.every((part, index) => isPlaceholder(part) || part === segments[index])
  );
}

function isPlaceholder(segment: string): boolean {
  return isTemplate(`/${segment}`) || listPlaceholders(`/${segment}`).length > 0;
}

function splitPath(path: string): readonly string[] {
  const [withoutQuery = ''] = path.split(/[?#]/, 1);
  return withoutQuery.split('/').slice(1);
}
