const MOST_HEADERS = 100;
const MOST_BYTES = 16 * 1024;

/**
 * Response headers by lower-case name, repeated ones joined by ", ", without cookies.
 *
 * @returns undefined when there are more than 100, or more than 16 KiB of them
 */
export function headerRecord(fields: Iterable<[string, string]>): Record<string, string> | undefined {
  // Without a prototype, so that no lookup finds `constructor`, and `__proto__` is a header like any other.
  const headers: Record<string, string> = Object.create(null);
  let count = 0;
  let bytes = 0;
  for (const [field, value] of fields) {
    count += 1;
    bytes += field.length + value.length;
    if (count > MOST_HEADERS || bytes > MOST_BYTES) return undefined;
    const name = field.toLowerCase();
    if (name !== 'set-cookie') headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
  }
  return headers;
}
