import type { Report, ReportFinding } from '#contract/report.ts';
import type { SubjectReport } from './check-outcome.ts';

/** Returns the report with the line and column of each finding, if the text of the manifest is known. */
export function withPositions({ report, findPosition }: SubjectReport): Report {
  const locate = (finding: ReportFinding): ReportFinding => {
    const position = finding.position ?? findPosition?.(finding.pointer);
    return position === undefined ? finding : { ...finding, position };
  };
  return {
    ...report,
    errors: report.errors.map(locate),
    checks: report.checks.map(check => (check.findings ? { ...check, findings: check.findings.map(locate) } : check)),
  };
}
