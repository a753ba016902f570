import { paginate } from '../pages.ts';
import { type Call, createError, createNotFound, type Reply, type Routes } from '../reply.ts';
import type { Ruleset } from '../repository-settings.ts';
import { type BypassActor, findBypassError, isTarget } from '../rules/rulesets.ts';
import { installationShape } from '../shapes/installation.ts';
import { repositoryShape } from '../shapes/repository.ts';
import { labelShape } from '../shapes/threads.ts';
import { createId } from '../state.ts';

/** The repository and its labels, rulesets, and permissions of workflows. */
export const repositoryRoutes: Routes = {
  'GET /repos/{owner}/{repo}': { needs: ['metadata', 'read'], handle: getRepository },
  'GET /repos/{owner}/{repo}/installation': { handle: getInstallation },
  'GET /repos/{owner}/{repo}/labels': { needs: ['issues', 'read'], handle: listLabels },
  'POST /repos/{owner}/{repo}/labels': { needs: ['issues', 'write'], handle: createLabel },
  'GET /repos/{owner}/{repo}/rulesets': { needs: ['metadata', 'read'], handle: listRulesets },
  'POST /repos/{owner}/{repo}/rulesets': { needs: ['administration', 'write'], handle: createRuleset },
  'GET /repos/{owner}/{repo}/rules/branches/{branch}': { needs: ['metadata', 'read'], handle: listRules },
  'GET /repos/{owner}/{repo}/actions/permissions': {
    needs: ['administration', 'read'],
    handle: ({ github }) => ({
      status: 200,
      body: { enabled: github.settings.actionsEnabled, allowed_actions: github.settings.allowedActions },
    }),
  },
  'PUT /repos/{owner}/{repo}/actions/permissions': {
    needs: ['administration', 'write'],
    handle({ github, body }) {
      if (github.settings.areActionsForbidden) return createError(409, 'Conflict');
      github.settings.actionsEnabled = body.enabled;
      if (body.allowed_actions !== undefined) github.settings.allowedActions = body.allowed_actions;
      return { status: 204 };
    },
  },
  'GET /repos/{owner}/{repo}/actions/permissions/workflow': {
    needs: ['administration', 'read'],
    handle: ({ github }) => ({
      status: 200,
      body: {
        default_workflow_permissions: github.settings.defaultPermissions,
        can_approve_pull_request_reviews: false,
      },
    }),
  },
  'PUT /repos/{owner}/{repo}/actions/permissions/workflow': {
    needs: ['administration', 'write'],
    handle({ github, body }) {
      github.settings.defaultPermissions = body.default_workflow_permissions;
      return { status: 204 };
    },
  },
};

function getRepository({ github, actor }: Call): Reply {
  const admin = actor.permissions.administration === 'write';
  const permissions = { admin, maintain: admin, push: admin, triage: admin, pull: true };
  const counts = { network_count: 0, subscribers_count: 0 };
  return { status: 200, body: { ...repositoryShape(github), ...counts, permissions } };
}

function getInstallation({ github }: Call): Reply {
  return github.settings.isAppInstalled ? { status: 200, body: installationShape(github) } : createNotFound();
}

function listLabels(call: Call): Reply {
  const { github } = call;
  const { rows, headers } = paginate(call, [...github.settings.labels.keys()]);
  return { status: 200, body: rows.map(name => labelShape(github, name)), headers };
}

function createLabel({ github, body }: Call): Reply {
  const { name, color = 'ededed', description = null } = body;
  if ([...github.settings.labels.keys()].some(other => other.toLowerCase() === name.toLowerCase())) {
    return createError(422, 'Validation Failed', [{ resource: 'Label', code: 'already_exists', field: 'name' }]);
  }
  github.settings.labels.set(name, { color, description });
  return { status: 201, body: labelShape(github, name) };
}

function listRulesets({ github }: Call): Reply {
  return { status: 200, body: github.settings.rulesets.map(each => toRuleset(github.owner, each)) };
}

function createRuleset({ github, body }: Call): Reply {
  const bypassError = findBypassError(body.bypass_actors);
  if (bypassError !== undefined)
    return createError(422, 'Validation Failed', [{ resource: 'Ruleset', code: 'custom', message: bypassError }]);
  if (github.settings.rulesets.some(({ name }) => name === body.name))
    return createError(422, 'Validation Failed', [
      { resource: 'Ruleset', code: 'custom', message: 'Name must be unique' },
    ]);
  const rules = (body.rules ?? []).map(({ type }: { readonly type: string }) => type);
  const ruleset = {
    id: createId(github),
    name: body.name,
    target: body.target ?? 'branch',
    rules,
    include: body.conditions?.ref_name?.include ?? [],
    bypass: (body.bypass_actors ?? []).map(({ actor_id }: BypassActor) => actor_id),
  };
  github.settings.rulesets.push(ruleset);
  return { status: 201, body: toRuleset(github.owner, ruleset) };
}

function toRuleset(owner: string, { id, name, target, isDisabled }: Ruleset) {
  const enforcement = isDisabled ? 'disabled' : 'active';
  return { id, name, target, source_type: 'Repository', source: `${owner}/registry`, enforcement };
}

function listRules({ github, params }: Call): Reply {
  const ref = `refs/heads/${params.branch}`;
  const rulesets = github.settings.rulesets.filter(ruleset => isTarget(ruleset, ref));
  const body = rulesets.flatMap(({ id, rules }) =>
    rules.map(type => ({
      type,
      ruleset_source_type: 'Repository',
      ruleset_source: `${github.owner}/${github.name}`,
      ruleset_id: id,
      ...(type in RULE_PARAMETERS && { parameters: RULE_PARAMETERS[type] }),
    })),
  );
  return { status: 200, body };
}

const RULE_PARAMETERS: Readonly<Record<string, unknown>> = {
  pull_request: {
    dismiss_stale_reviews_on_push: false,
    require_code_owner_review: false,
    require_last_push_approval: false,
    required_approving_review_count: 1,
    required_review_thread_resolution: false,
  },
};
