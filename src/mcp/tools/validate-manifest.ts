import type { Report } from '#contract/report.ts';
import { MANIFEST_PATH, resolveOrigin } from '#listing/origin.ts';
import { countOccurrences } from '#manifest/finding.ts';
import { isListingRefused } from '#manifest/lint/not-requested.ts';
import { failure, success } from '#manifest/result.ts';
import { toSafeJson } from '../safe-json.ts';
import { formatFinding, problemSchema } from './finding-schemas.ts';
import { count, flag, listOf, objectOf, orNull, text } from './output-schema.ts';
import { READ_ONLY_ERROR } from './read-only-error.ts';
import { defineTool, READS_NETWORK, type ToolOutput } from './tool.ts';

interface ValidateArguments {
  readonly manifest?: object | string;
  readonly url?: string;
}

const MAX_ITEMS = 50;

export const validateManifest = defineTool<ValidateArguments>({
  name: 'validate_manifest',
  title: 'Validate a manifest',
  description: `Validates a manifest and returns each error with its fix. Pass either manifest, or url: then it fetches ${MANIFEST_PATH} and runs all live checks that a listing requires.`,
  input: {
    properties: {
      manifest: { type: ['object', 'string'], description: 'An object or JSON text.' },
      url: {
        type: 'string',
        maxLength: 2048,
        examples: ['https://api.example.com'],
      },
    },
  },
  output: objectOf({
    passed: flag(),
    url: orNull(text()),
    spec_version: orNull(text()),
    errors: listOf(problemSchema, 'pointer, message, hint; at most 50'),
    error_count: count(),
    warnings: listOf(problemSchema, 'Likely mistakes.'),
    checks: listOf(
      objectOf({ name: text(), outcome: text('passed, failed, skipped, or inconclusive'), message: text() }),
    ),
    badges: listOf(text()),
    retryable: flag('True if a later retry may pass without changes.'),
  }),
  annotations: READS_NETWORK,
  async run({ manifest, url }, { reportOn, live }, client) {
    if ((manifest === undefined) === (url === undefined))
      return failure('Pass either "manifest", to validate a manifest, or "url", to check a running API.');
    if (typeof manifest === 'string') return success(formatReport(await reportOn({ text: manifest })));
    if (url === undefined) return success(formatReport(await reportOn({ value: manifest })));
    if (live === undefined) return READ_ONLY_ERROR;
    const origin = resolveOrigin(url);
    if (!origin.ok) return origin;
    const refusal = live.refusal(origin.value, client);
    return refusal === undefined ? success(formatReport(await live.verify(origin.value, client))) : failure(refusal);
  },
});

function formatReport(report: Report): ToolOutput {
  const { passed, url, spec_version, errors, badges, retryable } = report;
  // The lint also has warnings if it fails because of an error.
  const warnings = report.checks.flatMap(({ severity: general, findings = [] }) =>
    findings.filter(({ severity = general }) => severity !== 'error'),
  );
  const checks = report.checks.map(({ name, outcome, message }) => ({ name, outcome, message }));
  return {
    text: formatText(report, warnings.map(formatFinding)),
    data: {
      passed,
      url,
      spec_version,
      errors: errors.slice(0, MAX_ITEMS),
      error_count: countOccurrences(errors),
      warnings: warnings.slice(0, MAX_ITEMS),
      checks,
      badges,
      retryable,
    },
  };
}

function formatText(report: Report, warnings: readonly string[]): string {
  const { passed, url, errors, checks, retryable } = report;
  const subject = url === null ? 'The manifest' : toSafeJson(url);
  const inconclusive = retryable ? ' A check was inconclusive, so there may be nothing to fix. Retry later.' : '';
  return [
    `${subject} ${passed ? 'passed' : 'did not pass'}.${inconclusive}`,
    ...checks.flatMap(({ name, outcome, message }) => (outcome === 'skipped' ? [] : `${name}: ${outcome}. ${message}`)),
    ...formatSection('Errors to fix:', errors.map(formatFinding)),
    ...formatSection('Warnings:', warnings),
    `Next: ${getNextStep(report)}.`,
  ].join('\n');
}

function getNextStep({ passed, url, checks }: Report): string {
  if (!passed) return 'fix the errors and validate again';
  if (isListingRefused(checks.flatMap(({ findings = [] }) => findings)))
    return 'set listing_requested to true if the API should be listed. Until then, submit_api lists nothing';
  return url === null ? 'serve the manifest, then run submit_api' : 'submit_api';
}

function formatSection(title: string, lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return [];
  const rest = lines.length - MAX_ITEMS;
  return [title, ...lines.slice(0, MAX_ITEMS), ...(rest > 0 ? [`- and ${rest} more`] : [])];
}
