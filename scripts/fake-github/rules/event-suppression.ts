import type { GithubRule } from './rule.ts';

export const EVENT_SUPPRESSION: GithubRule = {
  name: 'Event suppression',
  statement:
    'Pushes and pull requests with the token of a job start no workflow; only `workflow_dispatch` and `repository_dispatch` do.',
  documentation:
    'https://docs.github.com/en/actions/writing-workflows/choosing-when-your-workflow-runs/triggering-a-workflow#triggering-a-workflow-from-a-workflow',
};

const DISPATCHES = new Set(['workflow_dispatch', 'repository_dispatch']);

/** Whether an event of an actor starts workflows. `workflow_run` events come from GitHub itself, so they do. */
export function startsWorkflows(actor: { readonly app?: string | undefined } | undefined, event: string): boolean {
  return actor?.app !== 'github-actions' || DISPATCHES.has(event);
}
