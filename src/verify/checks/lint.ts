import type { ReportFinding } from '#contract/report.ts';
import { lintManifest } from '#manifest/lint.ts';
import type { Manifest } from '#manifest/manifest.ts';
import { type Check, type CheckConclusion, skipped } from './check.ts';

export const lint: Check = {
  name: 'lint',
  severity: 'warning',
  meaning:
    'Finds content that the format allows but that misleads agents, such as placeholders and contradictions. Never prevents listing.',
  async run({ manifest, document, now }) {
    return manifest ? checkLint(manifest, document?.warnings ?? [], now) : skipped('Requires a valid manifest.');
  },
};

/**
 * Lints a valid manifest. Findings of severity `info` do not fail the check.
 *
 * @param textWarnings warnings of the JSON parser
 * @param now milliseconds since 1970
 */
export function checkLint(manifest: Manifest, textWarnings: readonly ReportFinding[], now: number): CheckConclusion {
  const findings: readonly ReportFinding[] = [...textWarnings, ...lintManifest(manifest, now)];
  const warnings = findings.filter(({ severity }) => severity !== 'info').length;
  if (warnings > 0) {
    const message = `The manifest has ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}.`;
    const hint = 'Warnings do not prevent listing. Each one describes its fix.';
    return { outcome: 'failed', message, hint, findings };
  }
  return { outcome: 'passed', message: 'The manifest has no warnings.', findings };
}
