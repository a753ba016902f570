import type { ReportFinding } from '#contract/report.ts';
import { lintManifest } from '#manifest/lint.ts';
import type { Manifest } from '#manifest/manifest.ts';
import { type Check, type CheckConclusion, skipped } from './check.ts';

export const lint: Check = {
  name: 'lint',
  severity: 'warning',
  meaning:
    'The manifest avoids what is allowed but misleads agents, such as placeholders and contradictions. It never prevents listing.',
  async run({ manifest, document, now }) {
    return manifest
      ? checkLint(manifest, document?.warnings ?? [], now)
      : skipped('There is no valid manifest to look through.');
  },
};

/**
 * Looks a valid manifest through for what its schema cannot see. Remarks that are for information only are listed, and
 * fail nothing.
 *
 * @param textWarnings what its text gave rise to
 * @param now milliseconds since 1970
 */
export function checkLint(manifest: Manifest, textWarnings: readonly ReportFinding[], now: number): CheckConclusion {
  const findings: readonly ReportFinding[] = [...textWarnings, ...lintManifest(manifest, now)];
  const warnings = findings.filter(({ severity }) => severity !== 'info').length;
  if (warnings > 0) {
    const places = warnings === 1 ? 'one place' : `${warnings} places`;
    const hint = 'None of them prevents listing; each tells how to mend it.';
    return { outcome: 'failed', message: `The manifest has ${places} that may mislead.`, hint, findings };
  }
  return { outcome: 'passed', message: 'Nothing in the manifest is likely to mislead.', findings };
}
