import { sanitizeLine } from '#cli/terminal/sanitize-line.ts';
import type { CheckResult } from '#contract/report.ts';
import type { Observation } from '#listing/observation.ts';

/** Why a report did not pass, a line a check, each with what to do about it. */
export function failedChecks(report: Observation['report']): string[] {
  const checks = (report?.checks ?? []) as readonly CheckResult[];
  return checks
    .filter(({ passed, severity, outcome }) => !passed && severity === 'error' && outcome === 'failed')
    .map(({ name, message, hint }) => `- ${name}: ${sanitizeLine(`${message} ${hint ?? ''}`, 400)}`);
}
