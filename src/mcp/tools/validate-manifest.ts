import { MANIFEST_PATH } from '#listing/origin.ts';
import type { McpReport } from '../context.ts';
import { toSafeJson } from '../safe-json.ts';
import { problemLine, problemSchema } from './finding-schemas.ts';
import { count, flag, listOf, objectOf, orNull, text } from './output-schema.ts';
import { READ_ONLY_COPY } from './read-only-copy.ts';
import { resolveOrigin } from './resolve-origin.ts';
import { READS_NETWORK, type ToolResult, tool } from './tool.ts';

interface Given {
  readonly manifest?: object | string;
  readonly url?: string;
}

const SHOWN = 50;

export const validateManifest = tool<Given>({
  name: 'validate_manifest',
  title: 'Validate a manifest',
  description: `Checks a manifest against its format and says how to mend what is wrong. Given manifest, nothing is asked of anybody. Given url, the manifest that this API serves at ${MANIFEST_PATH} is checked, with all the live checks that listing takes. Give one of the two.`,
  input: {
    properties: {
      manifest: { type: ['object', 'string'], description: 'The manifest as an object, or its JSON text.' },
      url: {
        type: 'string',
        maxLength: 2048,
        description: 'The address of an API.',
        examples: ['https://api.example.com'],
      },
    },
  },
  output: objectOf({
    passed: flag('Whether nothing stands against listing it.'),
    url: orNull(text(), 'The origin that was asked; null when only a manifest was given.'),
    spec_version: orNull(text(), 'The format version that the manifest declares.'),
    errors: listOf(problemSchema, 'What has to be mended; at most 50.'),
    error_count: count(),
    warnings: listOf(problemSchema, 'What is likely to mislead; at most 50.'),
    checks: listOf(
      objectOf({ name: text(), outcome: text('passed, failed, skipped or inconclusive'), message: text() }),
    ),
    badges: listOf(text()),
    retryable: flag('It did not pass, but only because a check could not decide: try again later.'),
  }),
  annotations: READS_NETWORK,
  async run({ manifest, url }, { reportOn, live }, asker) {
    if ((manifest === undefined) === (url === undefined))
      return { fault: 'Give either "manifest", to check a manifest alone, or "url", to check what an API serves.' };
    if (typeof manifest === 'string') return told(reportOn({ text: manifest }));
    if (url === undefined) return told(reportOn({ value: manifest }));
    if (live === undefined) return READ_ONLY_COPY;
    const named = resolveOrigin(url);
    if (!named.ok) return { fault: named.reason };
    const refusal = live.refusal(named.origin, asker);
    return refusal === undefined ? told(await live.verify(named.origin, asker)) : { fault: refusal };
  },
});

function told(report: McpReport): ToolResult {
  const { passed, url, spec_version, errors, badges, retryable } = report;
  const warnings = report.checks.flatMap(({ severity, findings }) => (severity === 'error' ? [] : (findings ?? [])));
  const checks = report.checks.map(({ name, outcome, message }) => ({ name, outcome, message }));
  return {
    text: textOf(report, warnings.map(problemLine)),
    data: {
      passed,
      url,
      spec_version,
      errors: errors.slice(0, SHOWN),
      error_count: errors.length,
      warnings: warnings.slice(0, SHOWN),
      checks,
      badges,
      retryable,
    },
  };
}

function textOf({ passed, url, errors, checks, retryable }: McpReport, warnings: readonly string[]): string {
  const subject = url === null ? 'The manifest' : toSafeJson(url);
  const undecided = retryable ? ' Nothing needs mending: a check could not decide, so try again later.' : '';
  return [
    `${subject} ${passed ? 'passes' : 'does not pass'}.${undecided}`,
    ...checks.flatMap(({ name, outcome, message }) => (outcome === 'skipped' ? [] : `${name}: ${outcome}. ${message}`)),
    ...section('To mend:', errors.map(problemLine)),
    ...section('Likely to mislead:', warnings),
    passed && url === null
      ? 'Next: serve it, then submit_api.'
      : passed
        ? 'Next: submit_api.'
        : 'Next: mend it, and check again.',
  ].join('\n');
}

function section(title: string, lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return [];
  return [title, ...lines.slice(0, SHOWN), ...(lines.length > SHOWN ? [`- and ${lines.length - SHOWN} more`] : [])];
}
