import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'yaml';
import { startsWorkflows } from '../rules/event-suppression.ts';
import { getsSecrets, needsApproval, type PullAuthor } from '../rules/fork-pull-requests.ts';
import type { EventActor } from '../state.ts';
import { type Contexts, evaluateExpression, interpolate, isTrue } from './expression.ts';
import type { GroupMember } from './groups.ts';

/** A workflow file, parsed. */
export interface Workflow {
  readonly file: string;
  readonly name: string;
  readonly on: Readonly<Record<string, Trigger | null>>;
  readonly jobs: Readonly<Record<string, Job>>;
  readonly concurrency?: Concurrency;
}

interface Trigger {
  readonly types?: readonly string[];
  readonly branches?: readonly string[];
  readonly tags?: readonly string[];
  readonly workflows?: readonly string[];
  readonly paths?: readonly string[];
  readonly 'paths-ignore'?: readonly string[];
}

interface Job {
  readonly if?: string;
  readonly needs?: string | readonly string[];
  readonly concurrency?: Concurrency;
}

type Concurrency = string | { readonly group: string; readonly 'cancel-in-progress'?: unknown };

/** An event of the repository. */
export interface RepositoryEvent {
  readonly name: string;
  readonly action?: string;
  readonly branch?: string;
  /** The changed files of a push or a pull request. */
  readonly files?: readonly string[];
  readonly actor?: EventActor;
  readonly author?: PullAuthor;
  /** The context `github.event`. */
  readonly payload: Readonly<Record<string, unknown>>;
  readonly inputs?: Readonly<Record<string, unknown>>;
}

/** A workflow run that an event starts. */
export interface WorkflowRun extends GroupMember {
  readonly workflow: string;
  readonly needsApproval: boolean;
  readonly hasSecrets: boolean;
  readonly jobs: readonly RunJob[];
}

export interface RunJob extends GroupMember {
  readonly id: string;
  readonly needs: readonly string[];
}

/** Loads the workflows of this repository. */
export async function loadWorkflows(folder = '.github/workflows'): Promise<readonly Workflow[]> {
  const files = (await readdir(folder)).filter(file => file.endsWith('.yml'));
  return Promise.all(files.map(async file => parseWorkflow(file, await readFile(path.join(folder, file), 'utf8'))));
}

/** Parses the text of a workflow file. It is not validated: `npm run check` validates it. */
export function parseWorkflow(file: string, text: string): Workflow {
  return { file, ...parse(text) } as Workflow;
}

const DEFAULT_TYPES = ['opened', 'synchronize', 'reopened'];
const REPOSITORY = 'acme/registry';

/** Returns the runs that an event starts, with the jobs whose condition holds. A job may still wait for others. */
export function startRuns(
  workflows: readonly Workflow[],
  event: RepositoryEvent,
  vars: Readonly<Record<string, string>> = {},
): readonly WorkflowRun[] {
  if (!startsWorkflows(event.actor, event.name)) return [];
  const author = event.author ?? { isFork: false, isFirstTime: false };
  const github = { event: event.payload, event_name: event.name, repository: REPOSITORY, ref: event.branch ?? '' };
  const contexts = { github, vars, inputs: event.inputs ?? {} };
  return workflows
    .filter(workflow => event.name in workflow.on && matches(workflow.on[event.name] ?? {}, event))
    .map(({ name, jobs, concurrency: runConcurrency }) => ({
      workflow: name,
      needsApproval: needsApproval(event.name, author),
      hasSecrets: getsSecrets(event.name, author),
      ...toGroup(runConcurrency, contexts),
      jobs: Object.entries(jobs)
        .filter(([, job]) => dependsOnOthers(job) || isTrue(evaluateExpression(job.if ?? 'true', contexts)))
        .map(([id, { needs = [], concurrency }]) => ({
          id,
          needs: [needs].flat(),
          ...toGroup(concurrency, contexts),
        })),
    }));
}

function toGroup(concurrency: Concurrency | undefined, contexts: Contexts): GroupMember {
  const { group = undefined, 'cancel-in-progress': cancels = false } =
    typeof concurrency === 'string' ? { group: concurrency } : (concurrency ?? {});
  const evaluate = (value: unknown) => (typeof value === 'string' ? interpolate(value, contexts) : value);
  return {
    group: group === undefined ? undefined : String(evaluate(group)),
    cancelsRunning: isTrue(evaluate(cancels)),
  };
}

/** The outputs of other jobs are not known yet. */
function dependsOnOthers({ if: condition }: Job): boolean {
  return condition?.includes('needs.') ?? false;
}

function matches(trigger: Trigger, event: RepositoryEvent): boolean {
  const { types, branches, tags, workflows, paths, 'paths-ignore': ignored } = trigger;
  const isPull = event.name.startsWith('pull_request');
  const knownTypes = types ?? (isPull ? DEFAULT_TYPES : undefined);
  if (knownTypes && event.action !== undefined && !knownTypes.includes(event.action)) return false;
  if (branches && event.branch !== undefined && !branches.includes(event.branch)) return false;
  if (tags && !branches && event.branch !== undefined) return false;
  if (workflows) {
    const { name } = (event.payload.workflow_run ?? {}) as { readonly name?: string };
    if (!workflows.includes(name ?? '')) return false;
  }
  const { files = [] } = event;
  if (paths && !files.some(file => paths.some(pattern => path.matchesGlob(file, pattern)))) return false;
  return !ignored || !files.every(file => ignored.some(pattern => path.matchesGlob(file, pattern)));
}
