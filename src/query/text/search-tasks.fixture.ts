import heldOut from './held-out-tasks.json' with { type: 'json' };
import tuning from './search-tasks.json' with { type: 'json' };

/** How a task words its need. */
export const TASK_KINDS = [
  'direct',
  'paraphrase',
  'goal',
  'details',
  'foreign',
  'typo',
  'abbreviation',
  'none',
] as const;

export type TaskKind = (typeof TASK_KINDS)[number];

/** Tune the ranking with one half only, and report both. The held-out half was written before its first result was seen. */
export type TaskHalf = 'tuning' | 'heldout';

/** A need in plain words, and the listings that serve it. */
export interface SearchTask {
  readonly need: string;
  readonly kind: TaskKind;
  readonly half: TaskHalf;
  /** The ids of all suitable listings. Empty if no listing serves the need. */
  readonly expected: readonly string[];
}

/** Returns the tasks that measure the search. */
export function loadSearchTasks(): readonly SearchTask[] {
  return [...tuning.map(task => toTask(task, 'tuning')), ...heldOut.map(task => toTask(task, 'heldout'))];
}

function toTask(
  { need, kind, expected }: { readonly need: string; readonly kind: string; readonly expected: readonly string[] },
  half: TaskHalf,
): SearchTask {
  if (!isTaskKind(kind)) throw new TypeError(`The task "${need}" has the unknown kind "${kind}".`);
  return { need, kind, half, expected };
}

function isTaskKind(text: string): text is TaskKind {
  return TASK_KINDS.some(kind => kind === text);
}
