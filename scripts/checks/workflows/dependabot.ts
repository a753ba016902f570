import {
  isMembers,
  type LocatedProblem,
  membersAt,
  type Place,
  type WorkflowFile,
  type WorkflowProblem,
} from './workflow-file.ts';

/** Days that a release has to be out before it is proposed, at the least. */
const COOLDOWN = 7;

/** The members of an update that Dependabot knows and that are used here; others would be ignored without a word. */
const KNOWN = new Set([
  'package-ecosystem',
  'directory',
  'directories',
  'schedule',
  'cooldown',
  'open-pull-requests-limit',
  'groups',
  'ignore',
]);

/** Where Dependabot looks for each kind of dependency that a repository has, and that it has to be told of. */
const ECOSYSTEMS = ['npm', 'github-actions', 'docker'];

/** What is wrong with Dependabot's configuration: each update waits before it is proposed, and none is forgotten. */
export function findDependabotProblems(file: WorkflowFile): WorkflowProblem[] {
  return [...faults(file)].map(({ place, message }) => ({ line: file.lineOf(place), message }));
}

function* faults({ value }: WorkflowFile): Generator<LocatedProblem> {
  if (value.version !== 2) yield { place: ['version'], message: 'The version of the format is 2.' };
  const updates = Array.isArray(value.updates) ? value.updates : [];
  const named = updates.map((_, index) => membersAt(updates, index)['package-ecosystem']);
  for (const ecosystem of ECOSYSTEMS.filter(each => !named.includes(each)))
    yield { place: ['updates'], message: `Nothing is said of ${ecosystem}.` };
  for (const [index] of updates.entries()) yield* updateFaults(updates, ['updates', index]);
}

function* updateFaults(updates: readonly unknown[], place: Place): Generator<LocatedProblem> {
  const update = membersAt(updates, place.at(-1) ?? 0);
  for (const name of Object.keys(update).filter(each => !KNOWN.has(each)))
    yield { place: [...place, name], message: `"${name}" is not known here.` };
  if (typeof update.directory !== 'string' && !Array.isArray(update.directories))
    yield { place, message: 'An update needs "directory" or "directories".' };
  if (!isMembers(update.schedule) || typeof update.schedule.interval !== 'string')
    yield { place, message: 'An update needs a schedule with an interval.' };
  const days = Object.entries(membersAt(update, 'cooldown')).filter(([name]) => name.endsWith('-days'));
  if (!days.some(([name]) => name === 'default-days'))
    yield { place, message: `An update needs a cooldown of ${COOLDOWN} days or more.` };
  for (const [name, each] of days.filter(([, each]) => !(typeof each === 'number' && each >= COOLDOWN)))
    yield {
      place: [...place, 'cooldown', name],
      message: `${each} days are too short a cooldown; ${COOLDOWN} is the least.`,
    };
}
