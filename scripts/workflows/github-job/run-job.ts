import * as core from '@actions/core';
import { formatError, isExpectedError, isUsageError } from '#cli/terminal/run-script.ts';

/**
 * Runs a step of a workflow. If it returns a number, sets the exit status of the process to it. If it throws, reports an error
 * annotation. The log has the stack trace of an unexpected error in a collapsed group.
 */
export async function runJob(main: () => unknown): Promise<void> {
  try {
    const status = await main();
    if (typeof status === 'number') process.exitCode = status;
  } catch (error) {
    core.setFailed(formatError(error));
    if (isUsageError(error)) process.exitCode = 2;
    if (isExpectedError(error) || !(error instanceof Error)) return;
    core.startGroup('Stack trace');
    core.info(error.stack ?? '');
    core.endGroup();
  }
}
