/** The parts of an operation that a selection needs. */
export interface OperationSummary {
  /** The method and path, such as `GET /v1/pets`. */
  readonly call: string;
  readonly tags: readonly string[];
  readonly isDeprecated: boolean;
  readonly hasText: boolean;
}

/** A document with more operations is large: agents choose better from fewer endpoints. */
export const MAX_PROPOSED = 50;

/** Formats the method and path of an endpoint for messages: `GET /v1/items`. */
export function formatCall({ method, path }: { readonly method: string; readonly path: string }): string {
  return `${method} ${path}`;
}

/**
 * Proposes the endpoints that matter most: documented and not deprecated, short paths first, reads before writes, and some of
 * each tag. Returns all of them for a small document, in the order of the document.
 */
export function proposeEndpoints(operations: readonly OperationSummary[]): readonly string[] {
  if (operations.length <= MAX_PROPOSED) return operations.map(({ call }) => call);
  const groups = new Map<string, OperationSummary[]>();
  for (const operation of operations) {
    const group = operation.tags[0] ?? getFirstSegment(operation.call);
    groups.set(group, [...(groups.get(group) ?? []), operation]);
  }
  const queues = [...groups.values()].map(group => group.toSorted((a, b) => getRank(a) - getRank(b)));
  // Larger groups are usually the core of an API.
  queues.sort((a, b) => b.length - a.length);
  const proposed = new Set<string>();
  for (let round = 0; proposed.size < MAX_PROPOSED - 10; round += 1)
    for (const queue of queues) {
      const next = queue[round];
      if (next && proposed.size < MAX_PROPOSED - 10) proposed.add(next.call);
    }
  return operations.map(({ call }) => call).filter(call => proposed.has(call));
}

/** Lower is more important. */
function getRank({ call, isDeprecated, hasText }: OperationSummary): number {
  const [method = '', path = ''] = call.split(' ', 2);
  const depth = path.split('/').length;
  return (isDeprecated ? 100 : 0) + (hasText ? 0 : 20) + depth + (METHOD_RANKS.get(method) ?? 4);
}

const METHOD_RANKS: ReadonlyMap<string, number> = new Map([
  ['GET', 0],
  ['POST', 1],
  ['PATCH', 3],
  ['PUT', 3],
]);

function getFirstSegment(call: string): string {
  return call.split('/').find(part => !/^[A-Z]+ $|^v\d|^api$/i.test(part)) ?? '';
}
