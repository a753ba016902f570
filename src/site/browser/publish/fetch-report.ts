import type { CheckResult, Report } from '#contract/report.ts';
import { type FetchResult, fetchLines } from '../fetch-json.ts';

/** A line of a streamed validation, or the report of a validator that does not stream. */
type Line = { readonly check: CheckResult } | { readonly report: Report } | Report;

/**
 * Checks a URL with `POST /validate`.
 * @param onProgress receives the completed checks after each of them
 * @param signal ends the checks
 */
export async function fetchReport(
  address: string,
  url: string,
  onProgress: (checks: readonly CheckResult[]) => void,
  signal: AbortSignal,
): Promise<FetchResult<Report>> {
  const checks: CheckResult[] = [];
  const onLine = (line: Line) => {
    if (!('check' in line)) return;
    checks.push(line.check);
    onProgress(checks);
  };
  const result = await fetchLines<Line>(address, { url }, onLine, signal);
  if (!result.ok) return result;
  const { value } = result;
  if ('report' in value) return { ...result, value: value.report };
  if ('checks' in value) return { ...result, value };
  // The connection ended, or a proxy responded with other JSON.
  const message = 'The check ended without a report. Check again.';
  return { ok: false, kind: 'unreachable', message, retryAfter: undefined };
}
