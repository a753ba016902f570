import { formatError, isExpectedError, isUsageError } from '#cli/terminal/run-script.ts';

/**
 * Runs a step of a workflow. If it returns a number, sets the exit status of the process to it. If it throws, reports an error
 * annotation, with the failed request and the next step for an error of GitHub or git. The log has the stack trace of an unexpected error in a collapsed group.
 */
export async function runJob(main: () => unknown): Promise<void> {
  try {
    const status = await main();
    if (typeof status === 'number') process.exitCode = status;
  } catch (error) {
    // Contains an HTTP client, which takes a third of the start of a step.
    const core = await import('@actions/core');
    core.setFailed(explain(error) ?? formatError(error));
    if (isUsageError(error)) process.exitCode = 2;
    if (isExpectedError(error) || !(error instanceof Error)) return;
    core.startGroup('Stack trace');
    core.info(error.stack ?? '');
    core.endGroup();
  }
}

/** An error of Octokit or of git. Checks no classes, because steps that need neither should not load them. */
interface RemoteError extends Error {
  readonly status?: number;
  readonly request?: { readonly method: string; readonly url: string };
  readonly response?: unknown;
}

const AGAIN = 'Run the job again.';

function explain(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { name, message, status, request, response } = error as RemoteError;
  if (name === 'GitError' || name === 'GitTimeoutError') return `${message.trim()}\n${AGAIN}`;
  if (name !== 'HttpError' || request === undefined) return undefined;
  const { origin, pathname } = new URL(request.url);
  const [reason = ''] = message.split(' - http');
  const detail = reason.replace(/\.$/, '');
  if (response === undefined) return `Cannot reach ${origin}: ${detail}. ${AGAIN}`;
  return `GitHub responded to ${request.method} ${pathname} with status ${status}: ${detail}. ${AGAIN}`;
}
