import { sanitizeLine } from '#cli/terminal/sanitize-line.ts';
import type { Report } from '#contract/report.ts';

/** Formats the failed checks that prevent a listing, one per line, each with its fix. */
export function formatFailedChecks(report: Report | undefined): string[] {
  return (report?.checks ?? [])
    .filter(({ passed, severity, outcome }) => !passed && severity === 'error' && outcome === 'failed')
    .map(({ name, message, hint }) => `- ${name}: ${sanitizeLine(`${message} ${hint ?? ''}`, 400)}`);
}
