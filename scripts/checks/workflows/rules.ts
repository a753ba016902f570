import { isObject, type JsonObject } from '#manifest/json-object.ts';
import { isCheckout, listJobs, listSteps } from './jobs.ts';
import { findPullRequestCheckouts } from './pull-request-code.ts';
import {
  type LocatedProblem,
  listTexts,
  locateProblems,
  membersAt,
  type WorkflowFile,
  type WorkflowProblem,
} from './workflow-file.ts';

/** Returns the violations of our security rules for GitHub Actions in a file. */
export function findWorkflowProblems(file: WorkflowFile): WorkflowProblem[] {
  const rules = file.isAction ? FOR_ALL : [...FOR_ALL, permissions, identity, bounds, findPullRequestCheckouts];
  return rules.flatMap(rule => locateProblems(file, rule(file)));
}

const FOR_ALL = [pins, credentials, caches, artifacts, scripts, untrustedText, signingKey];

/** Actions must be pinned to a full commit SHA, with the version in a comment. */
function* pins(file: WorkflowFile): Generator<LocatedProblem> {
  const uses = [...listSteps(file), ...listJobs(file).map(({ place, job }) => ({ place, step: job }))];
  for (const { place, step } of uses) {
    if (typeof step.uses !== 'string' || step.uses.startsWith('./')) continue;
    const at = [...place, 'uses'];
    if (!/^[\w.-]+(\/[\w.-]+)+@[0-9a-f]{40}$/.test(step.uses)) {
      yield { place: at, message: `"${step.uses}" is not pinned to a full commit SHA.` };
    } else if (!/@[0-9a-f]{40}['"]?\s+# v\d/.test(file.textOf(file.lineOf(at)))) {
      yield { place: at, message: `"${step.uses}" needs its version in a comment, such as "# v5.0.0".` };
    }
  }
}

/** A checkout must not store its token. */
function* credentials(file: WorkflowFile): Generator<LocatedProblem> {
  for (const each of listSteps(file).filter(isCheckout)) {
    if (membersAt(each.step, 'with')['persist-credentials'] !== false) {
      yield { place: [...each.place, 'uses'], message: 'A checkout needs "persist-credentials: false".' };
    }
  }
}

/**
 * No caches: all runs of a branch share them, and pull requests read those of main, so a run that executes untrusted code
 * could leave files for one with a secret.
 */
function* caches(file: WorkflowFile): Generator<LocatedProblem> {
  for (const { place, step } of listSteps(file)) {
    const uses = String(step.uses ?? '');
    const inputs = membersAt(step, 'with');
    const at = [...place, 'uses'];
    if (uses.startsWith('actions/cache') || inputs.cache !== undefined)
      yield { place: at, message: 'Do not use caches. Trusted and untrusted runs share them.' };
    // Without this input, the action creates a cache if package.json names a package manager.
    if (uses.startsWith('actions/setup-node@') && inputs['package-manager-cache'] !== false)
      yield { place: at, message: 'This action needs "package-manager-cache: false".' };
  }
}

/** The artifact of another run may contain files of a pull request, which must not replace those of the checkout. */
function* artifacts(file: WorkflowFile): Generator<LocatedProblem> {
  for (const { place, step } of listSteps(file)) {
    const { 'run-id': run, path = '' } = membersAt(step, 'with');
    if (run !== undefined && !/^\$\{\{ runner\.temp \}\}/.test(String(path)))
      yield {
        place: [...place, 'uses'],
        message: 'Download the artifact of another run to runner.temp, outside the checkout.',
      };
  }
}

/** Scripts must not contain expressions. */
function* scripts(file: WorkflowFile): Generator<LocatedProblem> {
  for (const { place, step } of listSteps(file)) {
    const texts = [
      { at: [...place, 'run'], text: step.run },
      { at: [...place, 'with', 'script'], text: membersAt(step, 'with').script },
    ];
    for (const { at, text } of texts) {
      if (String(text).includes('${{'))
        yield { place: at, message: 'Do not use expressions in a script. Pass them through env.' };
    }
  }
}

/** Untrusted text may be used only in `env` and in conditions. */
function* untrustedText({ value }: WorkflowFile): Generator<LocatedProblem> {
  for (const { place, text } of listTexts(value)) {
    if (place.includes('env') || place.at(-1) === 'if') continue;
    for (const [expression] of text.matchAll(/\$\{\{.*?\}\}/gs)) {
      if (UNTRUSTED.test(expression)) yield { place, message: `${expression} is untrusted text. Pass it through env.` };
    }
  }
}

const UNTRUSTED = /github\.(head_ref|event\.(.*\.)?(title|body|ref|head_branch|label|message|email|name|login)\b)/;

/** Commands that run code of packages. */
const RUNS_PACKAGES = /\b(npm|npx|pnpm|yarn|corepack)\b|node_modules/;

/** Only the signing step may use the signing key, in a job that runs no code of packages. */
function* signingKey(file: WorkflowFile): Generator<LocatedProblem> {
  for (const { place, text } of listTexts(file.value)) {
    if (!/\bsecrets\.REGISTRY_SIGNING_KEY\b|\bsecrets\[/.test(text)) continue;
    const [, name = '', kind, index, member] = place;
    const job = listJobs(file).find(each => each.place[1] === name);
    const step = kind === 'steps' && member === 'env' ? job?.steps[Number(index)]?.step : undefined;
    if (!/^node scripts\/sign-export\.ts( "\$RUNNER_TEMP\/dist")?$/.test(String(step?.run)))
      yield { place, message: 'Only the step that runs scripts/sign-export.ts may use the signing key.' };
    for (const each of job?.steps ?? [])
      if (RUNS_PACKAGES.test(String(each.step.run ?? '')) || String(each.step.uses ?? '').startsWith('./'))
        yield { place: each.place, message: 'A job with the signing key must not run code of packages.' };
  }
}

/**
 * A job that can get an identity token of GitHub must not run code of packages: with that token, the code could publish the
 * package and attest its own files. `npm view` and `npm publish --ignore-scripts` run none.
 */
function* identity(file: WorkflowFile): Generator<LocatedProblem> {
  for (const { job, steps } of listJobs(file)) {
    if (membersAt(job, 'permissions')['id-token'] !== 'write') continue;
    for (const { place, step } of steps) {
      const script = String(step.run ?? '').replaceAll(/npm (view|publish [^\n]*--ignore-scripts)/g, '');
      if (RUNS_PACKAGES.test(script) || String(step.uses ?? '').startsWith('./'))
        yield { place, message: 'A job with the permission id-token must not run code of packages.' };
    }
  }
}

/** Permissions must be set per job. */
function* permissions(file: WorkflowFile): Generator<LocatedProblem> {
  const { permissions: top } = file.value;
  if (!isObject(top) || Object.keys(top).length > 0) {
    yield { place: ['permissions'], message: 'A workflow needs "permissions: {}" at its top.' };
  }
  for (const { place, job } of listJobs(file)) {
    if (!isObject(job.permissions)) {
      yield { place, message: 'A job needs its own list of permissions.' };
    }
  }
}

/** Every job needs a timeout, and a concurrency group, its own or its workflow's. */
function* bounds(file: WorkflowFile): Generator<LocatedProblem> {
  const isGrouped = hasGroup(file.value);
  for (const { place, job } of listJobs(file)) {
    if (typeof job['timeout-minutes'] !== 'number') yield { place, message: 'A job needs "timeout-minutes".' };
    if (!isGrouped && !hasGroup(job)) yield { place, message: 'A job needs a concurrency group.' };
  }
}

function hasGroup(members: JsonObject): boolean {
  return typeof members.concurrency === 'string' || typeof membersAt(members, 'concurrency').group === 'string';
}
