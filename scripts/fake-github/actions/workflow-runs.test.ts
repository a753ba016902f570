import { beforeAll, describe, expect, test } from 'vitest';
import { REVIEW_CHECK } from '#submission/github/github-submissions.ts';
import { evaluateExpression, interpolate } from './expression.ts';
import { loadWorkflows, type RepositoryEvent, startRuns, type Workflow } from './workflow-runs.ts';

let workflows: readonly Workflow[];
beforeAll(async () => {
  workflows = await loadWorkflows();
});

const RECORD = 'registry/listings/ac/api.acme.org.json';
const names = (event: RepositoryEvent, vars = {}) =>
  startRuns(workflows, event, vars)
    .filter(({ jobs }) => jobs.length > 0)
    .map(({ workflow }) => workflow)
    .sort();

test.each([
  ["'a' == 'A' && 1 < 2", SyntaxError],
  ["(github.a || 'b') == 'B' && !contains('abc', 'x')", true],
  ["github.none.deep == 'x' && 'yes' || format('{0}-{1}', github.n, 'z')", '7-z'],
  ['github.list[0].id', 3],
])('evaluates %s', (text, expected) => {
  const contexts = { github: { n: 7, list: [{ id: 3 }] } };
  if (expected === SyntaxError) expect(() => evaluateExpression(text, contexts)).toThrow(SyntaxError);
  else expect(evaluateExpression(text, contexts)).toEqual(expected);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of GitHub Actions
  expect(interpolate('a-${{ github.n }}-${{ github.none }}', contexts)).toBe('a-7-');
});

describe('pushes', () => {
  test('CI ignores pure changes of records, and Registry validates them', () => {
    const push = { name: 'push', branch: 'main', payload: {} };
    expect(names({ ...push, files: [RECORD] })).toEqual(['Deploy', 'Registry']);
    expect(names({ ...push, files: [RECORD, 'src/edge/app.ts'] })).toEqual(['CI', 'Deploy', 'Registry']);
    expect(names({ ...push, files: ['src/edge/app.ts'] })).toEqual(['CI', 'Deploy']);
  });

  test('with the token of a job start no workflow', () => {
    const push = { name: 'push', branch: 'main', files: [RECORD], payload: {} };
    expect(names({ ...push, actor: { app: 'github-actions' } })).toEqual([]);
    expect(names({ ...push, actor: { app: 'registry-submissions' } })).toEqual(['Deploy', 'Registry']);
    const dispatch = { name: 'workflow_dispatch', payload: {}, actor: { app: 'github-actions' } };
    expect(names(dispatch)).toContain('Review');
  });
});

describe('pull requests', () => {
  const pull = (files: readonly string[]) => ({ name: 'pull_request', action: 'opened', files, payload: {} });

  test('with only records run neither CI nor a preview, and are validated', () => {
    expect(names(pull([RECORD]))).toEqual(['Registry']);
    expect(names(pull(['src/edge/app.ts']))).toEqual(['CI', 'Preview build']);
  });

  test('receive no secrets for a fork, and wait for approval of a first-time contributor', () => {
    const author = { isFork: true, isFirstTime: true };
    const runs = startRuns(workflows, { ...pull(['src/edge/app.ts']), author });
    expect(runs.map(({ hasSecrets, needsApproval }) => [hasSecrets, needsApproval])).toEqual([
      [false, true],
      [false, true],
    ]);
    const known = startRuns(workflows, { ...pull(['src/edge/app.ts']), author: { ...author, isFirstTime: false } });
    expect(known.map(({ hasSecrets, needsApproval }) => [hasSecrets, needsApproval])).toEqual([
      [false, false],
      [false, false],
    ]);
    const payload = { pull_request: { number: 1, user: { id: 7 }, head: { repo: { full_name: 'mallory/registry' } } } };
    const target = { name: 'pull_request_target', action: 'opened', payload, author };
    expect(startRuns(workflows, target)).toMatchObject([
      {
        workflow: 'Review',
        hasSecrets: true,
        needsApproval: false,
        group: 'review-forks',
      },
    ]);
  });

  test('share a group if they are from forks, and have one each if the registry opened them', () => {
    const groupOf = (number: number, id: number, repository: string) => {
      const payload = { pull_request: { number, user: { id }, head: { repo: { full_name: repository } } } };
      const [run] = startRuns(workflows, { name: 'pull_request_target', action: 'opened', payload });
      return run?.group;
    };
    expect(groupOf(4, 9, 'acme/registry')).toBe('review-4');
    expect(groupOf(5, 9, 'mallory/registry')).toBe('review-forks');
    expect(groupOf(6, 8, 'ada/registry')).toBe('review-forks');
    const event = { name: 'workflow_dispatch', payload: {}, inputs: { pull_number: '6' } };
    const review = startRuns(workflows, event).find(({ workflow }) => workflow === 'Review');
    expect(review).toMatchObject({ group: 'review-6', cancelsRunning: false });
    const queue = startRuns(workflows, { ...event, inputs: { pull_number: '' } });
    expect(queue.find(({ workflow }) => workflow === 'Review')).toMatchObject({ group: 'review-forks' });
  });
});

test('Review of a pull request from a fork starts no deployment, and neither does a failed review', () => {
  const ended = (repository: string, conclusion: string, name = 'Review') => ({
    name: 'workflow_run',
    action: 'completed',
    payload: { workflow_run: { name, conclusion, head_repository: { full_name: repository } } },
  });
  const jobs = (event: RepositoryEvent) =>
    startRuns(workflows, event)
      .find(({ workflow }) => workflow === 'Deploy')
      ?.jobs.map(({ id }) => id);
  expect(jobs(ended('acme/registry', 'success'))).toContain('changes');
  expect(jobs(ended('mallory/registry', 'success'))).not.toContain('changes');
  expect(jobs(ended('acme/registry', 'failure'))).not.toContain('changes');
  // Its other shards stored results.
  expect(jobs(ended('acme/registry', 'failure', 'Revalidation'))).toContain('changes');
  expect(jobs(ended('acme/registry', 'cancelled', 'Revalidation'))).not.toContain('changes');
});

test('a failed run raises an alarm, and a canceled one does not take its place', () => {
  const ended = (conclusion: string) => ({
    name: 'workflow_run',
    action: 'completed',
    payload: { workflow_run: { name: 'Review', event: 'pull_request_target', conclusion } },
  });
  const jobs = (conclusion: string) =>
    startRuns(workflows, ended(conclusion))
      .find(({ workflow }) => workflow === 'Alarm')
      ?.jobs.map(({ id }) => id);
  expect([jobs('failure'), jobs('success'), jobs('cancelled'), jobs('skipped')]).toEqual([
    ['issue'],
    ['issue'],
    [],
    [],
  ]);
});

test.each([
  ['Release', 'push', 'v1.2.3', ['issue']],
  ['CI', 'push', 'main', ['issue']],
  ['CI', 'push', 'topic', []],
  ['CI', 'pull_request', 'main', []],
])('a failed run of %s on %s of %s raises an alarm: %j', (name, event, head_branch, expected) => {
  const workflow_run = { name, event, head_branch, conclusion: 'failure' };
  const ended = {
    name: 'workflow_run',
    action: 'completed',
    payload: { workflow_run, repository: { default_branch: 'main' } },
  };
  const run = startRuns(workflows, ended).find(({ workflow }) => workflow === 'Alarm');
  expect(run?.jobs.map(({ id }) => id)).toEqual(expected);
});

test('the job that evaluates has the name that the status of a submission looks for', () => {
  const review = workflows.find(({ file }) => file === 'review.yml');
  expect(review?.jobs.evaluate).toMatchObject({ name: REVIEW_CHECK });
});
