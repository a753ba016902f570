import { type Octokit, RequestError } from 'octokit';
import { getReason, getRetryDelay } from '#submission/github/api/api-error.ts';
import { SetupError } from '../step.ts';

/** Makes a client throw a `SetupError` for a failure with a fix: no connection, an error of GitHub, a limit, or a missing right. */
export function explainErrors(octokit: Octokit): Octokit {
  octokit.hook.error('request', error => {
    throw error instanceof RequestError ? explain(error) : error;
  });
  return octokit;
}

function explain(error: RequestError): Error {
  const { status, message, request, response } = error;
  const { origin, pathname } = new URL(request.url);
  // Octokit reports status 500 if there was no response.
  if (response === undefined)
    return new SetupError(`Cannot reach ${origin}: ${message}. Check the network and DNS, then run the command again.`);
  if (status === 401)
    return new SetupError('GitHub rejected the token. Set GITHUB_TOKEN to a valid token, or run gh auth login.');
  const again = 'Run the command again in a few minutes: it continues with this step.';
  if (status >= 500)
    return new SetupError(`GitHub failed at ${request.method} ${pathname} with status ${status}. ${again}`);
  const delay = getRetryDelay(error, Date.now());
  if (delay !== undefined && status !== 409)
    return new SetupError(`GitHub limits the requests of the token. Run the command again in ${delay} seconds.`);
  if (status !== 403) {
    // The same error, because steps look at its status.
    error.message = `${request.method} ${pathname} failed with status ${status}: ${message}`;
    return error;
  }
  // GitHub documents this header for tokens with single rights, such as `environments=write`.
  const right = response.headers['x-accepted-github-permissions'];
  const fix = right === undefined ? 'Give the token this right' : `Give the token the right ${right}`;
  const reason = getReason(error);
  if (/\bupgrade\b/i.test(reason))
    return new SetupError(
      `GitHub refused ${request.method} ${pathname}: ${reason}. The plan of the account lacks this feature for private repositories.`,
    );
  return new SetupError(`GitHub refused ${request.method} ${pathname}: ${reason}. ${fix}, and run the command again.`);
}
