import type { ListingRecord } from '#listing/listing-record.ts';

/**
 * Adds the endpoints of another draft of the same origin that a record does not have. The texts of the record stay.
 * Merging the same draft again changes nothing.
 * @returns the record, and the number of added endpoints
 */
export function mergeDraftRecords(
  record: ListingRecord,
  other: ListingRecord,
): { readonly record: ListingRecord; readonly added: number } {
  const present = new Set(record.manifest.endpoints.map(keyOf));
  const added = other.manifest.endpoints.filter(each => !present.has(keyOf(each)));
  const endpoints = [...record.manifest.endpoints, ...added];
  const manifest = { ...record.manifest, endpoints } as ListingRecord['manifest'];
  return { record: { ...record, manifest }, added: added.length };
}

/** The names of placeholders do not tell endpoints apart. */
function keyOf({ method, path }: { readonly method: string; readonly path: string }): string {
  // Matches to the end without a closing brace, so that a million opening braces are read once.
  return `${method} ${path.replaceAll(/\{[^}]*\}?/g, each => (each.endsWith('}') ? '{}' : each))}`;
}
