import { isCheckout, jobsOf, stepsOf } from './jobs.ts';
import { pullRequestCode } from './pull-request-code.ts';
import {
  isMembers,
  type LocatedProblem,
  membersAt,
  textsIn,
  type WorkflowFile,
  type WorkflowProblem,
} from './workflow-file.ts';

/** What the GitHub Actions hardening of the standards asks of a file; empty when it keeps to it. */
export function findWorkflowProblems(file: WorkflowFile): WorkflowProblem[] {
  const rules = file.isAction ? FOR_ALL : [...FOR_ALL, permissions, bounds, pullRequestCode];
  return rules.flatMap(rule => [...rule(file)].map(({ place, message }) => ({ line: file.lineOf(place), message })));
}

const FOR_ALL = [pins, credentials, scripts, strangersText, signingKey];

/** Actions are pinned by full commit SHA, with the version in a comment. */
function* pins(file: WorkflowFile): Generator<LocatedProblem> {
  const uses = [...stepsOf(file), ...jobsOf(file).map(({ place, job }) => ({ place, step: job }))];
  for (const { place, step } of uses) {
    if (typeof step.uses !== 'string' || step.uses.startsWith('./')) continue;
    const at = [...place, 'uses'];
    if (!/^[\w.-]+(\/[\w.-]+)+@[0-9a-f]{40}$/.test(step.uses)) {
      yield { place: at, message: `"${step.uses}" is not pinned by a full commit SHA.` };
    } else if (!/@[0-9a-f]{40}['"]?\s+# v\d/.test(file.textOf(file.lineOf(at)))) {
      yield { place: at, message: `"${step.uses}" needs its version in a comment, such as "# v5.0.0".` };
    }
  }
}

/** A checkout leaves no token behind. */
function* credentials(file: WorkflowFile): Generator<LocatedProblem> {
  for (const each of stepsOf(file).filter(isCheckout)) {
    if (membersAt(each.step, 'with')['persist-credentials'] !== false) {
      yield { place: [...each.place, 'uses'], message: 'A checkout needs "persist-credentials: false".' };
    }
  }
}

/** Expressions never become part of a script. */
function* scripts(file: WorkflowFile): Generator<LocatedProblem> {
  for (const { place, step } of stepsOf(file)) {
    const texts = [
      { at: [...place, 'run'], text: step.run },
      { at: [...place, 'with', 'script'], text: membersAt(step, 'with').script },
    ];
    for (const { at, text } of texts) {
      if (String(text).includes('${{')) yield { place: at, message: 'An expression in a script; pass it through env.' };
    }
  }
}

/** What strangers wrote is passed through `env` alone; conditions may look at it. */
function* strangersText({ value }: WorkflowFile): Generator<LocatedProblem> {
  for (const { place, text } of textsIn(value)) {
    if (place.includes('env') || place.at(-1) === 'if') continue;
    for (const [expression] of text.matchAll(/\$\{\{.*?\}\}/gs)) {
      if (STRANGERS.test(expression))
        yield { place, message: `${expression} is a stranger's text; pass it through env.` };
    }
  }
}

const STRANGERS = /github\.(head_ref|event\.(.*\.)?(title|body|ref|head_branch|label|message|email|name|login)\b)/;

/** What runs code of packages, which may be anybody's by tomorrow. */
const RUNS_PACKAGES = /\b(npm|npx|pnpm|yarn|corepack)\b|node_modules/;

/** Only the step that signs sees the signing key, in a job that runs no code of packages. */
function* signingKey(file: WorkflowFile): Generator<LocatedProblem> {
  for (const { place, text } of textsIn(file.value)) {
    if (!/\bsecrets\.REGISTRY_SIGNING_KEY\b|\bsecrets\[/.test(text)) continue;
    const [, name = '', kind, index, member] = place;
    const job = jobsOf(file).find(each => each.place[1] === name);
    const step = kind === 'steps' && member === 'env' ? job?.steps[Number(index)]?.step : undefined;
    if (!/^node scripts\/sign-export\.ts( "\$RUNNER_TEMP\/dist")?$/.test(String(step?.run)))
      yield { place, message: 'The signing key is for the step that runs scripts/sign-export.ts alone.' };
    for (const each of job?.steps ?? [])
      if (RUNS_PACKAGES.test(String(each.step.run ?? '')) || String(each.step.uses ?? '').startsWith('./'))
        yield { place: each.place, message: 'A job that holds the signing key runs no code of packages.' };
  }
}

/** No permission but what a job asks for. */
function* permissions(file: WorkflowFile): Generator<LocatedProblem> {
  const { permissions: top } = file.value;
  if (!isMembers(top) || Object.keys(top).length > 0) {
    yield { place: ['permissions'], message: 'A workflow needs "permissions: {}" at its top.' };
  }
  for (const { place, job } of jobsOf(file)) {
    if (!isMembers(job.permissions)) {
      yield { place, message: 'A job needs permissions of its own, one by one.' };
    }
  }
}

/** Every job ends, and does not run beside itself. */
function* bounds(file: WorkflowFile): Generator<LocatedProblem> {
  for (const { place, job } of jobsOf(file)) {
    if (typeof job['timeout-minutes'] !== 'number') yield { place, message: 'A job needs "timeout-minutes".' };
    const { concurrency } = job;
    if (typeof concurrency !== 'string' && typeof membersAt(job, 'concurrency').group !== 'string') {
      yield { place, message: 'A job needs a concurrency group.' };
    }
  }
}
