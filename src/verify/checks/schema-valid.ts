import type { Finding } from '#manifest/finding.ts';
import type { Manifest } from '#manifest/manifest.ts';
import { formatCount } from '#manifest/text/format-count.ts';
import { validateManifest } from '#manifest/validate.ts';
import { yieldToRequests } from '#manifest/yield-to-requests.ts';
import { type Check, type CheckConclusion, skipped } from './check.ts';

export const schemaValid: Check = {
  name: 'schema_valid',
  severity: 'error',
  meaning: 'The manifest is valid in its declared format version. Findings list each violation with its location.',
  async run({ document, conclusions }) {
    if (!document) return skipped('No manifest to validate.');
    const { value } = document;
    if (conclusions) return withManifest(conclusions.schema, value);
    await yieldToRequests();
    return checkSchema(value);
  },
};

/** Adds the manifest to a conclusion of another thread, if it is valid. */
function withManifest(schema: CheckConclusion, value: unknown): CheckConclusion {
  if (schema.outcome !== 'passed') return schema;
  return { ...schema, learned: { ...schema.learned, manifest: value as Manifest } };
}

/** Validates a parsed manifest against the schema of its version. */
export function checkSchema(value: unknown): CheckConclusion {
  const { specVersion, valid, findings, total } = validateManifest(value);
  if (valid) {
    const manifest = value as Manifest;
    return { outcome: 'passed', message: `The manifest is valid ${specVersion}.`, learned: { specVersion, manifest } };
  }
  return { ...invalidManifest(findings, total), learned: { specVersion } };
}

/** Returns the conclusion for text that is not JSON, or JSON that violates the schema. */
export function invalidManifest(findings: readonly Finding[], total = findings.length): CheckConclusion {
  const limit = total > findings.length ? ` (the first ${findings.length} are listed)` : '';
  return {
    outcome: 'failed',
    message: `The manifest has ${formatCount(total, 'error')}${limit}.`,
    hint: 'Fix the listed errors and validate again.',
    findings,
  };
}
