import type { ImportedEndpoint } from './endpoints.ts';

/** Leaves room in a manifest of 1 MiB for its other members and for white space. */
const MAX_ENDPOINTS_BYTES = 800 * 1024;

/** Leaves out response examples, then request examples, if the endpoints would be too large for a manifest. */
export function limitExamples(endpoints: readonly ImportedEndpoint[]): {
  readonly endpoints: readonly ImportedEndpoint[];
  readonly notes: readonly string[];
} {
  if (getSize(endpoints) <= MAX_ENDPOINTS_BYTES) return { endpoints, notes: [] };
  const withoutResponses = endpoints.map(({ response_example, ...endpoint }) => endpoint);
  if (getSize(withoutResponses) <= MAX_ENDPOINTS_BYTES)
    return {
      endpoints: withoutResponses,
      notes: ['Omitted the response examples, which would make the manifest too large.'],
    };
  return {
    endpoints: withoutResponses.map(({ request_example, ...endpoint }) => endpoint),
    notes: ['Omitted the examples of bodies, which would make the manifest too large.'],
  };
}

/** Returns the size in bytes, or a size above the maximum. */
function getSize(endpoints: readonly ImportedEndpoint[]): number {
  let size = 0;
  for (const endpoint of endpoints) {
    if (size > MAX_ENDPOINTS_BYTES) break;
    size += new TextEncoder().encode(JSON.stringify(endpoint, null, 2)).length;
  }
  return size;
}
