/** Formats a value as the text of a parameter. Objects and lists inside a list become JSON, because no style covers them. */
export function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  return String(value);
}

/** Formats a value whose encoding is a media type instead of a style. */
export function formatContent(value: unknown, mediaType: string): string {
  return /json/i.test(mediaType) && typeof value !== 'string' ? JSON.stringify(value) : toText(value);
}

/** Returns whether a value is an object with members. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

/** Returns the members of an object that have a value. */
export function listMembers(object: Readonly<Record<string, unknown>>): (readonly [string, unknown])[] {
  return Object.entries(object).filter(([, value]) => value !== undefined);
}
