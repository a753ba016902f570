import { paginate } from '../pages.ts';
import { type Call, createNotFound, type Reply, type Routes } from '../reply.ts';
import { createOwner, toUser } from '../shapes/people.ts';
import { type CheckRun, createId, type FakeGithubState, getTimestamp } from '../state.ts';

/** Check runs, which represent the jobs of a workflow. */
export const checkRoutes: Routes = {
  'GET /repos/{owner}/{repo}/commits/{ref}/check-runs': { needs: ['checks', 'read'], handle: list },
  'POST /repos/{owner}/{repo}/check-runs': { needs: ['checks', 'write'], handle: start },
  'PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}': { needs: ['checks', 'write'], handle: change },
};

async function list(call: Call): Promise<Reply> {
  const { github, params, query } = call;
  const sha = await github.git.refSha(`${params.ref}^{commit}`);
  const runs = github.checkRuns
    .filter(run => run.headSha === sha && (query.check_name === undefined || run.name === query.check_name))
    .filter(run => query.status === undefined || run.status === query.status);
  const { rows, headers } = paginate(call, runs);
  return { status: 200, headers, body: { total_count: runs.length, check_runs: rows.map(run => shape(github, run)) } };
}

function start({ github, body }: Call): Reply {
  const { name, head_sha, status = 'queued', conclusion = null } = body;
  const at = getTimestamp(github);
  const run = { id: createId(github), name, headSha: head_sha, startedAt: at, status, conclusion, completedAt: null };
  github.checkRuns.push(run);
  return { status: 201, body: shape(github, run) };
}

function change({ github, params, body }: Call): Reply {
  const run = github.checkRuns.find(each => each.id === Number(params.check_run_id));
  if (!run) return createNotFound();
  run.status = body.status ?? run.status;
  run.conclusion = body.conclusion ?? run.conclusion;
  if (run.status === 'completed') run.completedAt = getTimestamp(github);
  return { status: 200, body: shape(github, run) };
}

function shape(github: FakeGithubState, run: CheckRun) {
  const url = `${github.address}/repos/${github.owner}/${github.name}/check-runs/${run.id}`;
  const html = `https://github.com/${github.owner}/${github.name}/runs/${run.id}`;
  return {
    id: run.id,
    node_id: `CR_${run.id}`,
    head_sha: run.headSha,
    external_id: '',
    url,
    html_url: html,
    details_url: html,
    status: run.status,
    conclusion: run.conclusion,
    started_at: run.startedAt,
    completed_at: run.completedAt,
    output: { title: null, summary: null, text: null, annotations_count: 0, annotations_url: `${url}/annotations` },
    name: run.name,
    check_suite: { id: run.id },
    app: {
      id: 15368,
      slug: 'github-actions',
      node_id: 'APP_15368',
      owner: toUser(github, createOwner('github')),
      name: 'GitHub Actions',
      description: null,
      external_url: 'https://docs.github.com/actions',
      html_url: 'https://github.com/apps/github-actions',
      created_at: '2018-07-30T09:30:17Z',
      updated_at: '2019-12-10T19:04:12Z',
      permissions: { checks: 'write' },
      events: [],
    },
    pull_requests: [],
  };
}
