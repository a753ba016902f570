import { createAnchors } from '../format/anchors.ts';

/** What of an endpoint its place on the page depends on. */
export interface Placed {
  readonly method: string;
  readonly path: string;
}

/** Endpoints whose paths begin alike. */
export interface EndpointGroup<E> {
  /** The path they share, e.g. `/v1/forecast`; `/` for those that stay together. */
  readonly prefix: string;
  readonly anchor: string;
  readonly endpoints: readonly AnchoredEndpoint<E>[];
}

/** An endpoint and the id of its place on the page. */
interface AnchoredEndpoint<E> {
  readonly endpoint: E;
  readonly anchor: string;
}

/** Fewer endpoints than this are read faster without headings between them. */
const WORTH_GROUPING = 7;

/**
 * Groups endpoints by the first part of their paths in which they differ, groups and endpoints in the publisher's
 * order. They stay together, in one group, when there are few of them or when most would stand alone.
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

/** The parts of a path, without its query. */
function partsOf(path: string): readonly string[] {
  return path.split(/[?#]/, 1).join('').split('/').filter(Boolean);
}

/** How many leading parts all paths have in common, each path's last part not counted. */
function sharedDepth(paths: readonly (readonly string[])[]): number {
  const [first = []] = paths;
  let depth = 0;
  while (paths.every(parts => depth < parts.length - 1 && parts[depth] === first[depth])) depth++;
  return depth;
}
