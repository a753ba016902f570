import tasks from './search-tasks.json' with { type: 'json' };

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

/** Tune the ranking with one half only, and report both. */
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
  return tasks.map(({ need, kind, expected }) => {
    if (!isTaskKind(kind)) throw new TypeError(`The task "${need}" has the unknown kind "${kind}".`);
    return { need, kind, half: halfOf(need), expected };
  });
}

/** The half of a task follows from its words alone, so that new tasks move no other. */
export function halfOf(need: string): TaskHalf {
  let hash = 0x811c9dc5;
  for (let at = 0; at < need.length; at++) hash = Math.imul(hash ^ need.charCodeAt(at), 0x01000193);
  return ((hash >>> 16) & 1) === 0 ? 'tuning' : 'heldout';
}

function isTaskKind(text: string): text is TaskKind {
  return TASK_KINDS.some(kind => kind === text);
}
