import { GitError } from '#submission/git/git.ts';

/**
 * Waits for work with a remote repository.
 * @throws RangeError with the reason and the next step if the repository cannot be read or written; any other error of the work
 */
export async function explainRemoteError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof GitError) || !/^git (ls-remote|fetch|push) /.test(error.message)) throw error;
    const [, reason = error.message] = /(?:fatal|error|remote): (.*)/.exec(error.message) ?? [];
    throw new RangeError(
      `The remote repository cannot be used: ${reason.replace(/\.$/, '')}. Check GITHUB_TOKEN, GITHUB_REPOSITORY, or REMOTE_URL, and the network. Then run the command again.`,
      { cause: error },
    );
  }
}
