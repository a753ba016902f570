import { isObject } from '#manifest/json-object.ts';
import {
  type LocatedProblem,
  locateProblems,
  membersAt,
  type Place,
  type WorkflowFile,
  type WorkflowProblem,
} from './workflow-file.ts';

/** The minimum number of days between a release and its update. */
const MIN_COOLDOWN_DAYS = 7;

/** The members of an update that this project uses. Dependabot silently ignores unknown members. */
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

/** The package ecosystems of this project, which Dependabot does not detect. */
const ECOSYSTEMS = ['npm', 'github-actions', 'docker'];

/** Returns the problems of the Dependabot configuration: a missing ecosystem, or an update without a cooldown. */
export function findDependabotProblems(file: WorkflowFile): WorkflowProblem[] {
  return locateProblems(file, findProblems(file));
}

function* findProblems({ value }: WorkflowFile): Generator<LocatedProblem> {
  if (value.version !== 2) yield { place: ['version'], message: 'The format version must be 2.' };
  const updates = Array.isArray(value.updates) ? value.updates : [];
  const named = updates.map((_, index) => membersAt(updates, index)['package-ecosystem']);
  for (const ecosystem of ECOSYSTEMS.filter(each => !named.includes(each)))
    yield { place: ['updates'], message: `The ecosystem ${ecosystem} is missing.` };
  for (const [index] of updates.entries()) yield* findUpdateProblems(updates, ['updates', index]);
}

function* findUpdateProblems(updates: readonly unknown[], place: Place): Generator<LocatedProblem> {
  const update = membersAt(updates, place.at(-1) ?? 0);
  for (const name of Object.keys(update).filter(each => !KNOWN.has(each)))
    yield { place: [...place, name], message: `Unknown member "${name}".` };
  if (typeof update.directory !== 'string' && !Array.isArray(update.directories))
    yield { place, message: 'An update needs "directory" or "directories".' };
  if (!isObject(update.schedule) || typeof update.schedule.interval !== 'string')
    yield { place, message: 'An update needs a schedule with an interval.' };
  const days = Object.entries(membersAt(update, 'cooldown')).filter(([name]) => name.endsWith('-days'));
  if (!days.some(([name]) => name === 'default-days'))
    yield { place, message: `An update needs a cooldown of ${MIN_COOLDOWN_DAYS} days or more.` };
  for (const [name, each] of days.filter(([, each]) => !(typeof each === 'number' && each >= MIN_COOLDOWN_DAYS)))
    yield {
      place: [...place, 'cooldown', name],
      message: `The cooldown of ${each} days is too short. The minimum is ${MIN_COOLDOWN_DAYS}.`,
    };
}
