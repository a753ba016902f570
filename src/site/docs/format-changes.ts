import type { Field, FieldGroup } from './manifest-fields.ts';

/** What a version of the format changed, field by field. */
export interface FormatChanges {
  readonly added: readonly Field[];
  readonly removed: readonly Field[];
  readonly changed: readonly { readonly field: Field; readonly changes: readonly string[] }[];
}

/** Compares the fields of two versions of the format. Members of an object that is new itself are not named again. */
export function formatChanges(before: readonly FieldGroup[], after: readonly FieldGroup[]): FormatChanges {
  const [was, is] = [before, after].map(groups => new Map(groups.flatMap(each => each.fields).map(f => [f.path, f])));
  const [old, now] = [was ?? new Map<string, Field>(), is ?? new Map<string, Field>()];
  return {
    added: outermost([...now.values()].filter(({ path }) => !old.has(path))),
    removed: outermost([...old.values()].filter(({ path }) => !now.has(path))),
    changed: [...now.values()].flatMap(field => {
      const changes = changesOf(old.get(field.path), field);
      return changes.length === 0 ? [] : [{ field, changes }];
    }),
  };
}

function outermost(fields: readonly Field[]): readonly Field[] {
  const isInside = ({ path }: Field, outer: Field) =>
    path.startsWith(`${outer.path}.`) || path.startsWith(`${outer.path}[]`);
  return fields.filter(field => !fields.some(outer => isInside(field, outer)));
}

function changesOf(was: Field | undefined, is: Field): string[] {
  if (was === undefined) return [];
  return [
    ...(was.required === is.required ? [] : [is.required ? 'required now' : 'optional now']),
    ...(was.type === is.type ? [] : [`${is.type} now, ${was.type} before`]),
    ...difference(words(was.constraints), words(is.constraints)),
    ...newValues(was, is),
  ];
}

function words(constraints: readonly string[]): string {
  return constraints.join(', ') || 'unbounded';
}

function difference(was: string, is: string): string[] {
  return was === is ? [] : [`${is} now, ${was} before`];
}

function newValues(was: Field, is: Field): string[] {
  const added = is.values.filter(({ value }) => !was.values.some(each => each.value === value));
  return added.length === 0 ? [] : [`takes ${added.map(({ value }) => value).join(', ')} in addition`];
}
