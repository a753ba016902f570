import type { ReportFinding } from '#contract/report.ts';
import { countOccurrences } from '#manifest/finding.ts';
import { isListingRefused } from '#manifest/lint/not-requested.ts';
import { lintDocument } from '#manifest/lint.ts';
import { formatCount } from '#manifest/text/format-count.ts';
import { isLikelyManifest } from '#manifest/validate.ts';
import { yieldToRequests } from '#manifest/yield-to-requests.ts';
import { type Check, type CheckConclusion, skipped } from './check.ts';

export const lint: Check = {
  name: 'lint',
  severity: 'warning',
  meaning:
    'Finds content that the format allows but that misleads agents, such as contradictions. Only unfinished text, such as “TODO: …”, and listing_requested: false prevent a listing.',
  async run({ document, conclusions, manifest, now }) {
    if (!document) return skipped('No manifest to lint.');
    if (conclusions) return conclusions.lint;
    await yieldToRequests();
    return checkLint(document.value, manifest !== undefined, document.warnings, now);
  },
};

/**
 * Lints a manifest, also if it violates the schema, so that one round shows all problems. Findings of severity `info` do not
 * fail the check.
 *
 * @param isValid whether the document matches its schema
 * @param textWarnings warnings of the JSON parser
 * @param now milliseconds since 1970
 */
export function checkLint(
  document: unknown,
  isValid: boolean,
  textWarnings: readonly ReportFinding[],
  now: number,
): CheckConclusion {
  if (!isLikelyManifest(document)) return skipped('Requires a manifest.');
  const findings: readonly ReportFinding[] = [...textWarnings, ...lintDocument(document, now, isValid)];
  const errors = countOccurrences(findings.filter(({ severity }) => severity === 'error'));
  if (errors > 0) {
    const message = `The manifest has ${formatCount(errors, 'unfinished text')}.`;
    const hint = 'Replace unfinished texts. They prevent a listing.';
    return { outcome: 'failed', severity: 'error', message, hint, findings };
  }
  const warnings = countOccurrences(findings.filter(({ severity }) => severity !== 'info'));
  const suggested = countOccurrences(findings) - warnings;
  const suggestions = suggested === 0 ? '' : formatCount(suggested, 'suggestion');
  if (warnings > 0) {
    const more = suggestions && ` and ${suggestions}`;
    const message = `The manifest has ${formatCount(warnings, 'warning')}${more}.`;
    const hint = isListingRefused(findings)
      ? 'The registry does not list the API while listing_requested is false. Each warning describes its fix.'
      : 'Warnings do not prevent listing. Each one describes its fix.';
    return { outcome: 'failed', message, hint, findings };
  }
  const more = suggestions && `, but ${suggestions}`;
  return { outcome: 'passed', message: `The manifest has no warnings${more}.`, findings };
}
