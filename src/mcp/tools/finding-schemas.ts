import type { Finding } from '#manifest/finding.ts';
import { toSafeJson } from '../safe-json.ts';
import { flag, objectOf, text } from './output-schema.ts';

/** The output schema of a problem with a manifest (`Finding`). */
export const problemSchema = objectOf(
  {
    pointer: text('JSON Pointer to the location. Empty for the whole document.'),
    field: text('The location in a readable form.'),
    rule: text(),
    message: text('The problem.'),
    hint: text('How to fix the problem.'),
    value: text('The invalid value, truncated.'),
  },
  ['value'],
);

/** The output schema of a difference between two manifests. */
export const differenceSchema = objectOf({
  kind: text(),
  breaking: flag('Whether the change can break an agent that relies on the earlier manifest.'),
  pointer: text('JSON Pointer to the location of the change.'),
  text: text(),
});

/** Formats a problem as one line. The field and the message may contain publisher text. */
export function formatFinding({ pointer, message, hint }: Finding): string {
  return `- ${toSafeJson(pointer)}: ${message} ${hint}`;
}
