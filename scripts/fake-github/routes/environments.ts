import { type Call, createNotFound, type Reply, type Routes } from '../reply.ts';
import type { RepositoryEnvironment } from '../repository-settings.ts';
import { createId, type FakeGithubState, getTimestamp } from '../state.ts';

const ENVIRONMENT = '/repos/{owner}/{repo}/environments/{environment_name}' as const;
const POLICIES = `${ENVIRONMENT}/deployment-branch-policies` as const;
const SECRETS = `${ENVIRONMENT}/secrets` as const;

/** Environments with their secrets and the branches that may use them. */
export const environmentRoutes: Routes = {
  [`GET ${ENVIRONMENT}`]: { needs: ['actions', 'read'], handle: read(getEnvironment) },
  [`PUT ${ENVIRONMENT}`]: { needs: ['administration', 'write'], handle: putEnvironment },
  [`GET ${POLICIES}`]: { needs: ['actions', 'read'], handle: read(listPolicies) },
  [`POST ${POLICIES}`]: { needs: ['administration', 'write'], handle: read(addPolicy) },
  [`DELETE ${POLICIES}/{branch_policy_id}`]: { needs: ['administration', 'write'], handle: read(deletePolicy) },
  [`GET ${SECRETS}/public-key`]: { needs: ['environments', 'read'], handle: read(getPublicKey) },
  [`GET ${SECRETS}/{secret_name}`]: { needs: ['environments', 'read'], handle: read(getSecret) },
  [`PUT ${SECRETS}/{secret_name}`]: { needs: ['environments', 'write'], handle: read(putSecret) },
};

type Handle = (environment: RepositoryEnvironment, call: Call) => Reply;

/** Responds with 404 if the environment does not exist. */
function read(handle: Handle): (call: Call) => Reply {
  return call => {
    const environment = call.github.settings.environments.get(call.params.environment_name ?? '');
    return environment ? handle(environment, call) : createNotFound();
  };
}

function getEnvironment(environment: RepositoryEnvironment, { github, params }: Call): Reply {
  return { status: 200, body: environmentShape(github, params.environment_name ?? '', environment) };
}

function putEnvironment({ github, params, body }: Call): Reply {
  const name = params.environment_name ?? '';
  const environment = github.settings.environments.get(name) ?? {
    isRestricted: false,
    policies: [],
    secrets: new Map(),
  };
  environment.isRestricted = body?.deployment_branch_policy?.custom_branch_policies === true;
  github.settings.environments.set(name, environment);
  return { status: 200, body: environmentShape(github, name, environment) };
}

function environmentShape(github: FakeGithubState, name: string, { isRestricted }: RepositoryEnvironment) {
  const at = getTimestamp(github);
  return {
    id: name.length,
    node_id: `E_${name}`,
    name,
    url: `${github.address}/repos/${github.owner}/${github.name}/environments/${name}`,
    html_url: `https://github.com/${github.owner}/${github.name}/deployments/activity_log`,
    created_at: at,
    updated_at: at,
    deployment_branch_policy: isRestricted ? { protected_branches: false, custom_branch_policies: true } : null,
  };
}

function listPolicies({ policies }: RepositoryEnvironment): Reply {
  return { status: 200, body: { total_count: policies.length, branch_policies: policies } };
}

function addPolicy({ policies }: RepositoryEnvironment, { github, body }: Call): Reply {
  const policy = { id: createId(github), name: body.name, type: body.type ?? 'branch' };
  policies.push(policy);
  return { status: 200, body: policy };
}

function deletePolicy({ policies }: RepositoryEnvironment, { params }: Call): Reply {
  const index = policies.findIndex(({ id }) => id === Number(params.branch_policy_id));
  if (index < 0) return createNotFound();
  policies.splice(index, 1);
  return { status: 204 };
}

/** Any Curve25519 point works as a key; nothing decrypts the secrets. */
const PUBLIC_KEY = { key_id: '568250167242549743', key: 'hBT5WZEj8ZoOv6TYJsfWq7MxTEQopZO5/IT3ZCVQPzs=' };

function getPublicKey(): Reply {
  return { status: 200, body: PUBLIC_KEY };
}

function getSecret({ secrets }: RepositoryEnvironment, { github, params }: Call): Reply {
  const name = params.secret_name ?? '';
  const at = getTimestamp(github);
  return secrets.has(name) ? { status: 200, body: { name, created_at: at, updated_at: at } } : createNotFound();
}

function putSecret({ secrets }: RepositoryEnvironment, { params, body }: Call): Reply {
  const name = params.secret_name ?? '';
  const isNew = !secrets.has(name);
  secrets.set(name, body.encrypted_value);
  return isNew ? { status: 201, body: {} } : { status: 204 };
}
