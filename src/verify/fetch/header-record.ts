const MAX_HEADERS = 100;
const MAX_BYTES = 16 * 1024;

/**
 * Collects response headers by lowercase name. Joins repeated headers with ", " and drops cookies.
 *
 * @returns undefined for more than 100 headers or more than 16 KiB
 */
export function collectHeaders(fields: Iterable<[string, string]>): Record<string, string> | undefined {
  // Without a prototype, so that `constructor` and `__proto__` are ordinary names.
  const headers: Record<string, string> = Object.create(null);
  let count = 0;
  let bytes = 0;
  for (const [field, value] of fields) {
    count += 1;
    bytes += field.length + value.length;
    if (count > MAX_HEADERS || bytes > MAX_BYTES) return undefined;
    const name = field.toLowerCase();
    if (name !== 'set-cookie') headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
  }
  return headers;
}
