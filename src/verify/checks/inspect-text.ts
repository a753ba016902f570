import { parseJsonText } from '#manifest/json-text.ts';
import { success } from '#manifest/result.ts';
import type { TextInspection } from './check.ts';
import { checkLint } from './lint.ts';
import { checkSchema } from './schema-valid.ts';

/** Inspects the text of a manifest at once, for another thread: the result is data, and small. */
export function inspectText(bytes: Uint8Array, now: number): TextInspection {
  const parsed = parseJsonText(bytes);
  if (!parsed.ok) return parsed;
  const { value, warnings } = parsed;
  const { learned, ...schema } = checkSchema(value);
  const { manifest: _, ...facts } = learned ?? {};
  const lint = checkLint(value, schema.outcome === 'passed', warnings, now);
  return success({ warnings, schema: { ...schema, learned: facts }, lint });
}
