import type { Field, FieldGroup } from './manifest-fields.ts';

/** The differences between two versions of the format, by field. */
export interface FormatChanges {
  readonly added: readonly Field[];
  readonly removed: readonly Field[];
  readonly changed: readonly { readonly field: Field; readonly changes: readonly string[] }[];
}

/** Compares the fields of two versions of the format. Omits the members of new objects. */
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
    ...(was.required === is.required ? [] : [is.required ? 'now required' : 'now optional']),
    ...(was.type === is.type ? [] : [`${is.type}, previously ${was.type}`]),
    ...difference(words(was.constraints), words(is.constraints)),
    ...newValues(was, is),
  ];
}

function words(constraints: readonly string[]): string {
  return constraints.join(', ') || 'unbounded';
}

function difference(was: string, is: string): string[] {
  return was === is ? [] : [`${is}, previously ${was}`];
}

function newValues(was: Field, is: Field): string[] {
  const added = is.values.filter(({ value }) => !was.values.some(each => each.value === value));
  return added.length === 0 ? [] : [`also accepts ${added.map(({ value }) => value).join(', ')}`];
}
