import { isCheckout, type Job, listEvents, listJobs, type Step } from './jobs.ts';
import { type LocatedProblem, listTexts, membersAt, type WorkflowFile } from './workflow-file.ts';

/** Events that anyone can trigger, and that run with the rights of the repository. */
const PRIVILEGED = [
  'pull_request_target',
  'workflow_run',
  'issue_comment',
  'issues',
  'discussion',
  'discussion_comment',
];

/** Expressions that refer to the code of a pull request. */
const HEAD = /github\.head_ref|\bhead[._]|\.head\b|refs\/pull|merge_commit_sha|github\.event\.number|inputs\./;

/** Finds checkouts of the code of a pull request in jobs with a write token or a secret. */
export function* findPullRequestCheckouts(file: WorkflowFile): Generator<LocatedProblem> {
  const events = listEvents(file);
  const privileged = events.some(event => PRIVILEGED.includes(event));
  const onPullRequest = events.includes('pull_request');
  for (const job of listJobs(file)) {
    const privilege = findPrivilege(job);
    if (!privilege && !privileged) continue;
    for (const checkout of job.steps.filter(isCheckout)) {
      if (usesHead(checkout) || (onPullRequest && privilege && !hasRef(checkout))) {
        const message = `The step checks out the code of a pull request in a job with ${privilege ?? 'the rights of the repository'}.`;
        yield { place: [...checkout.place, 'uses'], message };
      }
    }
  }
}

function findPrivilege({ job }: Job): string | undefined {
  const granted = Object.entries(membersAt(job, 'permissions')).find(([, access]) => access === 'write');
  if (granted) return `the permission to write ${granted[0]}`;
  const expressions = [...listTexts(job)].flatMap(({ text }) => text.match(/\$\{\{.*?\}\}/gs) ?? []);
  return job.secrets !== undefined || expressions.some(each => /\bsecrets\b/.test(each)) ? 'a secret' : undefined;
}

function usesHead({ step }: Step): boolean {
  const { ref = '', repository = '' } = membersAt(step, 'with');
  return HEAD.test(`${ref} ${repository}`);
}

function hasRef({ step }: Step): boolean {
  return membersAt(step, 'with').ref !== undefined;
}
