import { type Members, membersAt, type Place, type WorkflowFile } from './workflow-file.ts';

/** A job of a workflow. */
export interface Job {
  readonly place: Place;
  readonly job: Members;
  readonly steps: readonly Step[];
}

/** A step of a job, or of an action. */
export interface Step {
  readonly place: Place;
  readonly step: Members;
}

export function jobsOf({ value }: WorkflowFile): Job[] {
  const jobs = membersAt(value, 'jobs');
  return Object.keys(jobs).map(name => {
    const place = ['jobs', name];
    const job = membersAt(jobs, name);
    return { place, job, steps: stepsIn(job.steps, [...place, 'steps']) };
  });
}

/** The steps of all jobs, or of an action. */
export function stepsOf(file: WorkflowFile): readonly Step[] {
  if (!file.isAction) return jobsOf(file).flatMap(({ steps }) => steps);
  return stepsIn(membersAt(file.value, 'runs').steps, ['runs', 'steps']);
}

/** The events that start a workflow. */
export function eventsOf({ value }: WorkflowFile): string[] {
  const { on } = value;
  if (typeof on === 'string') return [on];
  return Array.isArray(on) ? on.map(String) : Object.keys(membersAt(value, 'on'));
}

/** Whether a step checks the repository out. */
export function isCheckout({ step }: Step): boolean {
  return typeof step.uses === 'string' && /^actions\/checkout@/.test(step.uses);
}

function stepsIn(steps: unknown, place: Place): Step[] {
  if (!Array.isArray(steps)) return [];
  return steps.map((_, index) => ({ place: [...place, index], step: membersAt(steps, index) }));
}
