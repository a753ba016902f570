import { eventsOf, isCheckout, type Job, jobsOf, type Step } from './jobs.ts';
import { type LocatedProblem, membersAt, textsIn, type WorkflowFile } from './workflow-file.ts';

/** Events that run with the repository's own rights because of what a stranger did. */
const PRIVILEGED = [
  'pull_request_target',
  'workflow_run',
  'issue_comment',
  'issues',
  'discussion',
  'discussion_comment',
];

/** Ways in which the code of a pull request is named. */
const HEAD = /github\.head_ref|\bhead[._]|\.head\b|refs\/pull|merge_commit_sha|github\.event\.number|inputs\./;

/** A pull request's code is never checked out in a job that holds a token to write with, or a secret. */
export function* pullRequestCode(file: WorkflowFile): Generator<LocatedProblem> {
  const events = eventsOf(file);
  const privileged = events.some(event => PRIVILEGED.includes(event));
  const onPullRequest = events.includes('pull_request');
  for (const job of jobsOf(file)) {
    const power = powerOf(job);
    if (!power && !privileged) continue;
    for (const checkout of job.steps.filter(isCheckout)) {
      if (namesHead(checkout) || (onPullRequest && power && !hasRef(checkout))) {
        const message = `A pull request's code is checked out in a job that holds ${power ?? "the repository's own rights"}.`;
        yield { place: [...checkout.place, 'uses'], message };
      }
    }
  }
}

function powerOf({ job }: Job): string | undefined {
  const granted = Object.entries(membersAt(job, 'permissions')).find(([, access]) => access === 'write');
  if (granted) return `the permission to write ${granted[0]}`;
  const expressions = [...textsIn(job)].flatMap(({ text }) => text.match(/\$\{\{.*?\}\}/gs) ?? []);
  return job.secrets !== undefined || expressions.some(each => /\bsecrets\b/.test(each)) ? 'a secret' : undefined;
}

function namesHead({ step }: Step): boolean {
  const { ref = '', repository = '' } = membersAt(step, 'with');
  return HEAD.test(`${ref} ${repository}`);
}

function hasRef({ step }: Step): boolean {
  return membersAt(step, 'with').ref !== undefined;
}
