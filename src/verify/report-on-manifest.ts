import { instant } from '#listing/timestamp.ts';
import { parseJsonText } from '#manifest/json-text.ts';
import { assembleReport } from './assemble-report.ts';
import { CHECKS } from './checks/all-checks.ts';
import { type CheckConclusion, skipped } from './checks/check.ts';
import { checkLint } from './checks/lint.ts';
import { resultOf } from './checks/run-checks.ts';
import { brokenRules, checkSchema } from './checks/schema-valid.ts';
import type { CheckName, Report } from './report.ts';

/** A manifest that somebody hands in, parsed or as text. */
export type GivenManifest = { readonly value: unknown } | { readonly text: string | Uint8Array };

/**
 * Reports on a manifest that was handed in. Pure: it asks nobody, and claims nothing about any address (design: HTTP).
 *
 * @param now milliseconds since 1970
 */
export function reportOnManifest(given: GivenManifest, now: number): Report {
  const parsed = 'text' in given ? parseJsonText(given.text) : { ok: true as const, value: given.value, warnings: [] };
  const schema = !parsed.ok ? brokenRules(parsed.error) : checkSchema(parsed.value);
  const manifest = schema.learned?.manifest;
  const verdicts: Partial<Record<CheckName, CheckConclusion>> = {
    schema_valid: schema,
    lint:
      manifest && parsed.ok
        ? checkLint(manifest, parsed.warnings, now)
        : skipped('There is no valid manifest to look through.'),
  };
  const results = CHECKS.map(check =>
    resultOf(check, verdicts[check.name] ?? skipped('Only a manifest was given, so nothing was asked.')),
  );
  const spec_version = schema.learned?.specVersion ?? null;
  return assembleReport({ url: null, manifest_url: null, validated_at: instant(now), spec_version }, results);
}
