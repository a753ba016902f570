/** An object of parsed JSON that is not validated: its members can have any value. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Returns whether a value of parsed JSON is an object: neither null nor an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns an own member of an object; undefined if the value is not an object or has no such member. */
export function getMember(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
