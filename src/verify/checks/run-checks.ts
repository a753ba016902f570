import type { CheckResult } from '#contract/report.ts';
import type { Check, CheckConclusion, Subject } from './check.ts';

/** What running the checks came to: a result for each, and what was learned on the way. */
export interface Run {
  readonly results: readonly CheckResult[];
  readonly subject: Subject;
}

/**
 * Runs checks in order, each on what those before it learned. One that throws is inconclusive: a fault of ours is nobody's failure.
 *
 * @param onFault is told what was thrown
 * @param onResult is told of each result as soon as it is there
 */
export async function runChecks(
  checks: readonly Check[],
  subject: Subject,
  onFault: (error: unknown, check: Check) => void,
  onResult: (result: CheckResult) => void = () => undefined,
): Promise<Run> {
  let known = subject;
  const results: CheckResult[] = [];
  for (const check of checks) {
    const verdict = await attempt(check, known, onFault);
    known = { ...known, ...verdict.learned };
    const result = resultOf(check, verdict);
    results.push(result);
    onResult(result);
  }
  return { results, subject: known };
}

/** A verdict as the report gives it. */
export function resultOf({ name, severity }: Pick<Check, 'name' | 'severity'>, verdict: CheckConclusion): CheckResult {
  const { outcome, message, hint, evidence, findings } = verdict;
  return {
    name,
    passed: outcome === 'passed' || outcome === 'skipped',
    severity,
    outcome,
    message,
    hint: hint ?? null,
    evidence: evidence ?? [],
    ...(findings && findings.length > 0 && { findings }),
  };
}

async function attempt(
  check: Check,
  subject: Subject,
  onFault: (error: unknown, check: Check) => void,
): Promise<CheckConclusion> {
  try {
    return await check.run(subject);
  } catch (error) {
    onFault(error, check);
    return {
      outcome: 'inconclusive',
      message: 'The check broke off because of a fault on our side.',
      hint: 'Try again later.',
    };
  }
}
