import type { Schema } from '#manifest/explain/schema.ts';
import example02 from '#registry/examples/manifest-0.2.json' with { type: 'json' };
import example03 from '#registry/examples/manifest-0.3.json' with { type: 'json' };
import schema02 from '#schemas/v0.2/manifest.json' with { type: 'json' };
import schema03 from '#schemas/v0.3/manifest.json' with { type: 'json' };
import { type FieldGroup, type Form, fieldGroups, formsOf } from './manifest-fields.ts';
import type { Section } from './section.ts';

/** The reference data of one format version. */
export interface Format {
  readonly groups: readonly FieldGroup[];
  readonly forms: readonly Form[];
  /** A valid manifest with every field. */
  readonly example: object;
}

/** Format 0.3, the current format. */
export const format03: Format = formatOf(schema03 as Schema, example03);

/** Format 0.2, still accepted. */
export const format02: Format = formatOf(schema02 as Schema, example02);

/** The sections of a format's page. */
export function sectionsOf({ groups }: Format): readonly Section[] {
  return [
    ...groups.map(({ anchor, path }) => ({ id: anchor, title: path || 'Manifest' })),
    { id: 'recommended-members', title: 'Recommended members' },
    { id: 'forms', title: 'String formats' },
    { id: 'example', title: 'Complete example' },
  ];
}

function formatOf(schema: Schema, example: object): Format {
  return { groups: fieldGroups(schema, example), forms: formsOf(schema), example };
}
