import { type FakeGithubState, moment, openPulls, setState } from './state.ts';

/**
 * Does what GitHub does after a ref changed: a pull request follows its branch, is merged when its last commit has
 * become part of the base branch, and is closed when its branch is gone.
 */
export async function afterPush(forge: FakeGithubState, ref: string): Promise<void> {
  const tip = await forge.git.refSha(ref);
  for (const thread of openPulls(forge)) {
    const { pull } = thread;
    if (pull.headRef === ref && tip === undefined) setState(forge, thread, 'closed');
    else if (pull.headRef === ref && tip !== undefined && tip !== pull.headSha) {
      pull.headSha = tip;
      thread.updatedAt = moment(forge);
      forge.onPull('synchronize', thread);
    } else if (`refs/heads/${pull.base}` === ref && tip && (await forge.git.isAncestor(pull.headSha, tip))) {
      setState(forge, thread, 'closed');
      pull.mergedAt = thread.closedAt;
      pull.mergeCommit = tip;
    }
  }
}
