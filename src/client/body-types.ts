import { getMember } from '#manifest/json-object.ts';

/**
 * The types of members by path, such as `data.listings[].id`. `[]` follows the name of an array, and `?` that of a member that can
 * be missing or null.
 */
export type BodyTypes = Readonly<Record<string, 'string' | 'number' | 'boolean' | 'object'>>;

/** Returns the first path whose members are missing or have another type, such as null. */
export function findMismatch(body: unknown, types: BodyTypes): string | undefined {
  return Object.keys(types).find(path => {
    const isExpected = (value: unknown) => typeof value === types[path] && value !== null;
    return !listValues(body, path).every(isExpected);
  });
}

/** Returns the values at a path. A value is undefined if its member or an array on the path is missing. */
function listValues(body: unknown, path: string): readonly unknown[] {
  return path.split('.').reduce<readonly unknown[]>(
    (values, part) => {
      const [, name = '', optional, array] = /^(\w+)(\?)?(\[\])?$/.exec(part) ?? [];
      return values.flatMap(value => {
        const member = getMember(value, name) ?? undefined;
        if (optional !== undefined && member === undefined) return [];
        if (array === undefined) return [member];
        return Array.isArray(member) ? member : [undefined];
      });
    },
    [body],
  );
}
