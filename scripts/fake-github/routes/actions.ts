import { type Call, createError, createNotFound, type Reply, type Routes } from '../reply.ts';
import { getTimestamp } from '../state.ts';

/** Variables and workflows. */
export const actionsRoutes: Routes = {
  'GET /repos/{owner}/{repo}/actions/variables': { needs: ['variables', 'read'], handle: listVariables },
  'POST /repos/{owner}/{repo}/actions/variables': { needs: ['variables', 'write'], handle: createVariable },
  'PATCH /repos/{owner}/{repo}/actions/variables/{name}': { needs: ['variables', 'write'], handle: changeVariable },
  'GET /repos/{owner}/{repo}/actions/workflows': { needs: ['actions', 'read'], handle: listWorkflows },
  'PUT /repos/{owner}/{repo}/actions/workflows/{workflow_id}/enable': {
    needs: ['actions', 'write'],
    handle: enableWorkflow,
  },
  'POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches': {
    needs: ['actions', 'write'],
    handle: dispatch,
  },
};

function listVariables({ github }: Call): Reply {
  const at = getTimestamp(github);
  const variables = [...github.settings.variables].map(([name, value]) => ({
    name,
    value,
    created_at: at,
    updated_at: at,
  }));
  return { status: 200, body: { total_count: variables.length, variables } };
}

function createVariable({ github, body }: Call): Reply {
  if (github.settings.variables.has(body.name)) return createError(409, 'Already exists - Variable already exists');
  github.settings.variables.set(body.name, body.value);
  return { status: 201, body: {} };
}

function changeVariable({ github, params, body }: Call): Reply {
  const name = params.name ?? '';
  if (!github.settings.variables.has(name)) return createNotFound();
  github.settings.variables.set(name, body.value);
  return { status: 204 };
}

function listWorkflows({ github }: Call): Reply {
  const at = getTimestamp(github);
  const url = `${github.address}/repos/${github.owner}/${github.name}/actions/workflows`;
  const workflows = [...github.settings.workflows].map(([file, state], index) => ({
    id: index + 1,
    node_id: `W_${index + 1}`,
    name: file,
    path: `.github/workflows/${file}`,
    state,
    url: `${url}/${index + 1}`,
    html_url: url,
    badge_url: `${url}/${index + 1}/badge.svg`,
    created_at: at,
    updated_at: at,
  }));
  return { status: 200, body: { total_count: workflows.length, workflows } };
}

function enableWorkflow({ github, params }: Call): Reply {
  const file = [...github.settings.workflows.keys()][Number(params.workflow_id) - 1];
  if (file === undefined) return createNotFound();
  github.settings.workflows.set(file, 'active');
  return { status: 204 };
}

function dispatch({ github, params, body }: Call): Reply {
  github.settings.dispatched.push(params.workflow_id ?? '');
  github.onDispatch(params.workflow_id ?? '', body.inputs ?? {});
  return { status: 204 };
}
