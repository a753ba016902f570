import type { JsonObject } from '#manifest/json-object.ts';
import { membersAt, type Place, type WorkflowFile } from './workflow-file.ts';

/** A job of a workflow. */
export interface Job {
  readonly place: Place;
  readonly job: JsonObject;
  readonly steps: readonly Step[];
}

/** A step of a job, or of an action. */
export interface Step {
  readonly place: Place;
  readonly step: JsonObject;
}

/** Returns the jobs of a workflow. Empty for a file without jobs, such as an action. */
export function listJobs({ value }: WorkflowFile): Job[] {
  const jobs = membersAt(value, 'jobs');
  return Object.keys(jobs).map(name => {
    const place = ['jobs', name];
    const job = membersAt(jobs, name);
    return { place, job, steps: toSteps(job.steps, [...place, 'steps']) };
  });
}

/** Returns the steps of all jobs, or of an action. */
export function listSteps(file: WorkflowFile): readonly Step[] {
  if (!file.isAction) return listJobs(file).flatMap(({ steps }) => steps);
  return toSteps(membersAt(file.value, 'runs').steps, ['runs', 'steps']);
}

/** Returns the events that start a workflow. */
export function listEvents({ value }: WorkflowFile): string[] {
  const { on } = value;
  if (typeof on === 'string') return [on];
  return Array.isArray(on) ? on.map(String) : Object.keys(membersAt(value, 'on'));
}

/** True if a step checks out the repository. */
export function isCheckout({ step }: Step): boolean {
  return typeof step.uses === 'string' && /^actions\/checkout@/.test(step.uses);
}

function toSteps(steps: unknown, place: Place): Step[] {
  if (!Array.isArray(steps)) return [];
  return steps.map((_, index) => ({ place: [...place, index], step: membersAt(steps, index) }));
}
