import type { Finding } from '#manifest/finding.ts';
import { toSafeJson } from '../safe-json.ts';
import { flag, objectOf, text } from './output-schema.ts';

/** The output schema of a problem of a manifest (`Finding`). */
export const problemSchema = objectOf(
  {
    pointer: text('JSON Pointer to the place; empty for the whole document.'),
    field: text('The same place for people.'),
    rule: text(),
    message: text('What is wrong.'),
    hint: text('How to mend it.'),
    value: text('What stands there, shortened.'),
  },
  ['value'],
);

/** The output schema of a difference between two manifests. */
export const differenceSchema = objectOf({
  kind: text(),
  breaking: flag('Whether it can break an agent that relied on the manifest before.'),
  pointer: text('JSON Pointer to where it shows.'),
  text: text(),
});

/** A problem as a line of a text. Its field and message may quote the manifest. */
export function problemLine({ pointer, message, hint }: Finding): string {
  return `- ${toSafeJson(pointer)}: ${message} ${hint}`;
}
