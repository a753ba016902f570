import { type EventActor, emitPull, type FakeGithubState, getTimestamp, listOpenPulls, setState } from './state.ts';

/**
 * Updates pull requests after a push, as GitHub does. A pull request follows its branch, counts as merged when the base
 * branch contains its last commit, and closes when its branch is deleted. GitHub notices merges in the background.
 */
export async function updatePulls(github: FakeGithubState, ref: string, actor?: EventActor): Promise<void> {
  const tip = await github.git.refSha(ref);
  const open = listOpenPulls(github);
  const isBase = open.some(({ pull }) => `refs/heads/${pull.base}` === ref);
  const merged = isBase && tip ? await github.git.contained(tip) : new Set();
  for (const thread of open) {
    const { pull } = thread;
    if (pull.headRef === ref && tip === undefined) setState(github, thread, 'closed', { actor });
    else if (pull.headRef === ref && tip !== undefined && tip !== pull.headSha) {
      pull.headSha = tip;
      thread.updatedAt = getTimestamp(github);
      emitPull(github, 'synchronize', thread, actor);
    } else if (`refs/heads/${pull.base}` === ref && tip && merged.has(pull.headSha)) {
      github.background.add(() => {
        if (thread.state !== 'open') return;
        setState(github, thread, 'closed', { actor });
        pull.mergedAt = thread.closedAt;
        pull.mergeCommit = tip;
      });
    }
  }
}
