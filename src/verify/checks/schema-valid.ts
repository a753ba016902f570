import type { Finding } from '#manifest/finding.ts';
import type { Manifest } from '#manifest/manifest.ts';
import { validateManifest } from '#manifest/validate.ts';
import { type Check, type CheckConclusion, skipped } from './check.ts';

export const schemaValid: Check = {
  name: 'schema_valid',
  severity: 'error',
  meaning:
    'The manifest keeps the rules of the format version that it declares; each broken rule is listed with its place.',
  async run({ document }) {
    return document ? checkSchema(document.value) : skipped('There is no manifest to check.');
  },
};

/** Judges a parsed manifest by the schema of its version; it learns the manifest when there is nothing to object to. */
export function checkSchema(value: unknown): CheckConclusion {
  const { specVersion, valid, findings, total } = validateManifest(value);
  if (valid) {
    const manifest = value as Manifest;
    return { outcome: 'passed', message: `The manifest is valid ${specVersion}.`, learned: { specVersion, manifest } };
  }
  return { ...brokenRules(findings, total), learned: { specVersion } };
}

/** The verdict on a text that is no manifest at all, or breaks rules. */
export function brokenRules(findings: readonly Finding[], total = findings.length): CheckConclusion {
  const rest = total - findings.length;
  return {
    outcome: 'failed',
    message: `The manifest has ${total === 1 ? 'one problem' : `${total} problems`}${rest > 0 ? `; the first ${findings.length} are listed` : ''}.`,
    hint: 'Mend the places listed, and check again.',
    findings,
  };
}
