import type { CheckResult } from '#contract/report.ts';
import type { Check, CheckConclusion, Subject } from './check.ts';

/** The result of each check, and the subject with all learned facts. */
export interface Run {
  readonly results: readonly CheckResult[];
  readonly subject: Subject;
}

/**
 * Runs checks in order and passes the facts that each one learned to the next. A check that throws is inconclusive,
 * because our bugs must not count against a publisher.
 *
 * @param onError receives thrown errors
 * @param onResult receives each result when it is available
 */
export async function runChecks(
  checks: readonly Check[],
  subject: Subject,
  onError: (error: unknown, check: Check) => void,
  onResult: (result: CheckResult) => void = () => undefined,
): Promise<Run> {
  let current = subject;
  const results: CheckResult[] = [];
  for (const check of checks) {
    const conclusion = await runCheck(check, current, onError);
    current = { ...current, ...conclusion.learned };
    const result = toCheckResult(check, conclusion);
    results.push(result);
    onResult(result);
  }
  return { results, subject: current };
}

/** Converts a conclusion to its form in the report. */
export function toCheckResult(
  { name, severity }: Pick<Check, 'name' | 'severity'>,
  conclusion: CheckConclusion,
): CheckResult {
  const { outcome, message, hint, evidence, findings } = conclusion;
  return {
    name,
    passed: outcome === 'passed' || outcome === 'skipped',
    severity: conclusion.severity ?? severity,
    outcome,
    message,
    hint: hint ?? null,
    evidence: evidence ?? [],
    ...(findings && findings.length > 0 && { findings }),
  };
}

async function runCheck(
  check: Check,
  subject: Subject,
  onError: (error: unknown, check: Check) => void,
): Promise<CheckConclusion> {
  try {
    return await check.run(subject);
  } catch (error) {
    onError(error, check);
    return {
      outcome: 'inconclusive',
      message: 'The check failed because of an internal error.',
      hint: 'Try again later.',
    };
  }
}
