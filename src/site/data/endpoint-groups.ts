import { createAnchors } from '../format/anchors.ts';

/** The members of an endpoint that determine its position on the page. */
export interface Placed {
  readonly method: string;
  readonly path: string;
}

/** Endpoints with a common path prefix. */
export interface EndpointGroup<E> {
  /** The common prefix, such as `/v1/forecast`. `/` for an ungrouped list. */
  readonly prefix: string;
  readonly anchor: string;
  readonly endpoints: readonly AnchoredEndpoint<E>[];
}

/** An endpoint and the id of its section. */
interface AnchoredEndpoint<E> {
  readonly endpoint: E;
  readonly anchor: string;
}

/** Below this number, endpoints are not grouped. */
const WORTH_GROUPING = 7;

/**
 * Groups endpoints by the first path segment in which they differ. Groups and endpoints keep the order of the
 * publisher. Returns one group if there are few endpoints, or if most groups would have one endpoint.
 */
export function groupEndpoints<E extends Placed>(endpoints: readonly E[]): readonly EndpointGroup<E>[] {
  const anchors = createAnchors(
    'endpoint',
    endpoints.map(({ method, path }) => `${method} ${path}`),
  );
  const anchored = endpoints.map((endpoint, at) => ({ endpoint, anchor: anchors[at] ?? '' }));
  const together = [{ prefix: '/', anchor: 'endpoints', endpoints: anchored }];
  if (endpoints.length < WORTH_GROUPING) return together;
  const parts = endpoints.map(({ path }) => partsOf(path));
  const depth = sharedDepth(parts) + 1;
  const groups = [...Map.groupBy(anchored, (_, at) => `/${parts[at]?.slice(0, depth).join('/')}`)];
  if (groups.length < 2 || groups.length > endpoints.length / 2) return together;
  const groupAnchors = createAnchors(
    'endpoints',
    groups.map(([prefix]) => prefix),
  );
  return groups.map(([prefix, members], at) => ({ prefix, anchor: groupAnchors[at] ?? '', endpoints: members }));
}

/** The segments of a path, without its query string. */
function partsOf(path: string): readonly string[] {
  return path.split(/[?#]/, 1).join('').split('/').filter(Boolean);
}

/** The number of leading segments that all paths share, without the last segment of each path. */
function sharedDepth(paths: readonly (readonly string[])[]): number {
  const [first = []] = paths;
  let depth = 0;
  while (paths.every(parts => depth < parts.length - 1 && parts[depth] === first[depth])) depth++;
  return depth;
}
