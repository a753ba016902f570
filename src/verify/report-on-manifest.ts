import type { CheckName, Report } from '#contract/report.ts';
import { instant } from '#listing/time/timestamp.ts';
import { parseManifestText } from '#manifest/text/manifest-text.ts';
import { assembleReport } from './assemble-report.ts';
import { CHECKS } from './checks/all-checks.ts';
import { type CheckConclusion, skipped } from './checks/check.ts';
import { checkLint } from './checks/lint.ts';
import { toCheckResult } from './checks/run-checks.ts';
import { checkSchema, invalidManifest } from './checks/schema-valid.ts';
import { runAtOnce, runInSteps, type Steps } from './run-steps.ts';

/** A submitted manifest, parsed or as text. */
export type GivenManifest = { readonly value: unknown } | { readonly text: string | Uint8Array };

/**
 * Validates a submitted manifest and returns a report. Sends no requests, so the report covers no URL (design: HTTP).
 *
 * @param now milliseconds since 1970
 */
export function reportOnManifest(given: GivenManifest, now: number): Report {
  return runAtOnce(reportSteps(given, now));
}

/** Like `reportOnManifest`, but lets other requests run before each step. */
export async function reportOnManifestInSteps(given: GivenManifest, now: number): Promise<Report> {
  return runInSteps(reportSteps(given, now));
}

/** Yields before the parser, the schema, and the lint. */
export function* reportSteps(given: GivenManifest, now: number): Steps<Report> {
  yield;
  const parsed =
    'text' in given ? parseManifestText(given.text) : { ok: true as const, value: given.value, warnings: [] };
  if (parsed.ok && 'text' in given) yield;
  const schema = parsed.ok ? checkSchema(parsed.value) : invalidManifest(parsed.error);
  if (parsed.ok) yield;
  const conclusions: Partial<Record<CheckName, CheckConclusion>> = {
    schema_valid: schema,
    lint: parsed.ok
      ? checkLint(parsed.value, schema.outcome === 'passed', parsed.warnings, now)
      : skipped('Requires valid JSON.'),
  };
  const results = CHECKS.map(check =>
    toCheckResult(check, conclusions[check.name] ?? skipped('Skipped because only a manifest was submitted.')),
  );
  const spec_version = schema.learned?.specVersion ?? null;
  return assembleReport({ url: null, manifest_url: null, validated_at: instant(now), spec_version }, results);
}
