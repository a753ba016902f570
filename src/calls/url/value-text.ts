import { isObject } from '#manifest/json-object.ts';
/** Formats a value as the text of a parameter. Objects and lists inside a list become JSON, because no style covers them. */
export function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'object' && value !== null) return toJson(value);
  return String(value);
}

/** Formats a value whose encoding is a media type instead of a style. */
export function formatContent(value: unknown, mediaType: string): string {
  return /json/i.test(mediaType) && typeof value !== 'string' ? toJson(value) : toText(value);
}

/** Formats a value as JSON. A bigint becomes a number with all digits, where the runtime has `JSON.rawJSON`. */
export function toJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? toJsonNumber(each) : each), indent);
}

function toJsonNumber(value: bigint): unknown {
  const { rawJSON } = JSON as object as { rawJSON?: (text: string) => unknown };
  return rawJSON ? rawJSON(String(value)) : Number(value);
}

/** Whether a value is or contains a bigint, which JSON.stringify rejects. */
export function hasBigint(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint';
  return Object.values(value).some(hasBigint);
}

/** Returns whether a value is an object with members. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return isObject(value) && !(value instanceof Date);
}

/** Returns the members of an object that have a value. Null has none outside JSON (RFC 6570, section 2.3). */
export function listMembers(object: Readonly<Record<string, unknown>>): (readonly [string, unknown])[] {
  return Object.entries(object).filter(([, value]) => hasValue(value));
}

/** Returns the items of a list that have a value. */
export function listItems(list: readonly unknown[]): readonly unknown[] {
  return list.filter(hasValue);
}

/** Whether a value is sent: neither undefined nor null. */
export function hasValue(value: unknown): boolean {
  return value !== undefined && value !== null;
}
