import type { Reporter, TestCase } from 'vitest/node';

/** A test with its result, as Vitest reports it. */
type ReportedTest = Pick<TestCase, 'diagnostic' | 'fullName' | 'module' | 'result'>;

/**
 * Creates a reporter that prints the tests that passed only on a retry, with the first error of each. Prints nothing if
 * no test needed one.
 */
export function createRetryReporter(): Reporter & {
  onTestCaseResult(test: ReportedTest): void;
  onTestRunEnd(): void;
} {
  const retried: string[] = [];
  return {
    onTestCaseResult(test) {
      if (!test.diagnostic()?.flaky) return;
      const [error] = test.result().errors ?? [];
      const reason = error?.message.split('\n', 1)[0] ?? 'no error message';
      retried.push(`  ${test.module.relativeModuleId} > ${test.fullName}: ${reason}`);
    },
    onTestRunEnd() {
      if (retried.length === 0) return;
      console.log(`\nPassed only on a retry, so fix their cause (${retried.length}):\n${retried.join('\n')}\n`);
    },
  };
}
