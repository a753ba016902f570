/** What of an endpoint its place on the page depends on. */
export interface Placed {
  readonly method: string;
  readonly path: string;
}

/** Endpoints whose paths begin alike. */
export interface EndpointGroup<E> {
  /** The path they share, e.g. `/v1/forecast`; null when there is nothing to group by. */
  readonly prefix: string | null;
  readonly endpoints: readonly AnchoredEndpoint<E>[];
}

/** An endpoint and the id of its place on the page. */
export interface AnchoredEndpoint<E> {
  readonly endpoint: E;
  readonly anchor: string;
}

/** Fewer endpoints than this are read faster without headings between them. */
const WORTH_GROUPING = 7;

/**
 * Groups endpoints by the first part of their paths in which they differ, groups and endpoints in the publisher's
 * order. They stay together when there are few of them, or when most would stand alone.
 */
export function groupEndpoints<E extends Placed>(endpoints: readonly E[]): readonly EndpointGroup<E>[] {
  const anchored = anchor(endpoints);
  const together = [{ prefix: null, endpoints: anchored }];
  if (endpoints.length < WORTH_GROUPING) return together;
  const depth = sharedDepth(endpoints.map(endpoint => partsOf(endpoint.path)));
  const groups = Map.groupBy(
    anchored,
    ({ endpoint }) =>
      `/${partsOf(endpoint.path)
        .slice(0, depth + 1)
        .join('/')}`,
  );
  if (groups.size < 2 || groups.size > endpoints.length / 2) return together;
  return [...groups].map(([prefix, members]) => ({ prefix, endpoints: members }));
}

/** Gives each endpoint an id of ASCII letters, digits and hyphens: readable, stable, and unique on the page. */
function anchor<E extends Placed>(endpoints: readonly E[]): readonly AnchoredEndpoint<E>[] {
  const taken = new Map<string, number>();
  return endpoints.map(endpoint => {
    const words = `${endpoint.method}-${endpoint.path.slice(0, 200)}`.toLowerCase().replace(/[^a-z0-9]+/g, '-');
    const base = `endpoint-${words.replace(/^-+|-+$/g, '')}`;
    let times = (taken.get(base) ?? 0) + 1;
    while (times > 1 && taken.has(`${base}-${times}`)) times++;
    taken.set(base, times);
    if (times === 1) return { endpoint, anchor: base };
    taken.set(`${base}-${times}`, 1);
    return { endpoint, anchor: `${base}-${times}` };
  });
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
