import { type ListingRecord, recordPath, recordText } from '#listing/listing-record.ts';
import { type Observation, observationFindings } from '#listing/observation.ts';
import { instant } from '#listing/time/timestamp.ts';
import { parseJsonText } from '#manifest/json-text.ts';
import { LAST_RUN_FILE, lastRunText } from '#store/last-run.ts';
import { parseRecord } from '#store/record-files.ts';
import { addCommits, type FileChange, tipOf } from '../git/commits.ts';
import { readFiles } from '../git/files.ts';
import { type Git, LONG_GIT_TIMEOUT_MS } from '../git/git.ts';
import { observationFiles, observationText } from './observation-files.ts';
import type { RecordChange, RunResults } from './results.ts';

const LONG = { timeoutMs: LONG_GIT_TIMEOUT_MS };

/** The branches and folders that receive the results of a run. */
export interface CommitContext {
  readonly git: Git;
  /** The branch of the records. */
  readonly records: string;
  /** The path of the parent folder of `listings/` in the branch: empty, or with a trailing slash. */
  readonly prefix: string;
  /** The branch of the observations, which contains nothing else. */
  readonly observations: string;
  /** The folder of the initial observations, used if the branch does not exist yet. */
  readonly observationsDir?: string | undefined;
  /** The listings whose record has uncommitted changes in the work tree, which must stay. */
  readonly uncommitted?: ReadonlySet<string> | undefined;
  /** Whether jobs of submissions write to the same branch, so that newer observations of it stay (default: false). */
  readonly isShared?: boolean | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Whether all due listings were checked, so that the time of the run is stored (default: true). */
  readonly isComplete?: boolean | undefined;
}

export interface Settlement {
  /** The committed records, in order. */
  readonly committed: readonly ListingRecord[];
  /** The listings whose record changed after the check, or is uncommitted, so that nothing was written for them. */
  readonly outdated: ReadonlySet<string>;
}

/**
 * Commits the results of a run: one commit for each changed record, and all observations, with the time of the
 * run, as a branch with a single commit, which each run replaces. If no record changed, the branch of the records does not change. Idempotent.
 *
 */
export async function commitResults(results: RunResults, place: CommitContext): Promise<Settlement> {
  const settlement = await commitRecords(results, place);
  await commitObservations(results, settlement.outdated, place);
  return settlement;
}

/** Commits the changed records of a run. */
export async function commitRecords(results: RunResults, place: CommitContext): Promise<Settlement> {
  const { git, records, prefix, uncommitted, now } = place;
  const changes: RecordChange[] = [];
  for await (const { change } of results()) if (change) changes.push(change);
  const paths = changes.map(({ record }) => `${prefix}listings/${recordPath(record.id)}`);

  const tip = await requireBranch(git, records);
  const present = await readFiles(git, tip, paths);
  const states = changes.map((change, index) =>
    uncommitted?.has(change.record.id) ? 'outdated' : getChangeState(change, present[index]),
  );
  const withState = (state: ChangeState) => changes.filter((_, index) => states[index] === state);
  const commits = changes.flatMap(({ message, record }, index) => {
    const file = { path: paths[index] ?? '', content: recordText(record) };
    return states[index] === 'to-do' ? [{ message, time: now, files: [file] }] : [];
  });
  if (commits.length > 0) await addCommits(git, { name: records, tip }, commits, LONG);
  return {
    committed: withState('to-do').map(({ record }) => record),
    outdated: new Set(withState('outdated').map(({ record }) => record.id)),
  };
}

/**
 * Returns the last commit of the branch of the records.
 * @param name the name of the branch for the operator
 * @throws RangeError if it does not exist, for example because the repository has another default branch
 */
export async function requireBranch(git: Git, branch: string, name = branch): Promise<string> {
  const tip = await tipOf(git, branch);
  if (tip !== undefined) return tip;
  throw new RangeError(`The branch "${name}" does not exist. Set BASE_BRANCH to the branch of the records.`);
}

type ChangeState = 'to-do' | 'done' | 'outdated';

/** Whether a change still applies to the content of the branch. */
function getChangeState({ record, from }: RecordChange, present: Buffer | undefined): ChangeState {
  if (present?.toString() === recordText(record)) return 'done';
  const stored = present && parseRecord(recordPath(record.id), present);
  // A damaged record needs a person, and the results of all other listings count.
  if (present && !stored) return 'outdated';
  return stored?.updated_at === from ? 'to-do' : 'outdated';
}

/** Replaces the branch of the observations by one commit with all observations and the time of the run. */
export async function commitObservations(
  results: RunResults,
  outdated: ReadonlySet<string>,
  { git, observations, observationsDir, isShared = false, now, isComplete = true }: CommitContext,
): Promise<void> {
  const before = await tipOf(git, observations);
  const tree = before && String(await git.run(['rev-parse', `${before}^{tree}`])).trim();
  async function* contents(): AsyncGenerator<FileChange> {
    if (before === undefined && observationsDir !== undefined) yield* observationFiles(observationsDir);
    if (isComplete) yield { path: LAST_RUN_FILE, content: lastRunText(instant(now)) };
    const observed = observedIn(results, outdated);
    for await (const [id, observation] of isShared && before ? skipOlder(observed, git, before, now) : observed) {
      yield { path: recordPath(id), content: observationText(observation) };
    }
  }
  const message = { subject: 'Update observations', body: '' };
  const commit = { message, time: now, tree, files: contents() };
  await addCommits(git, { name: observations, tip: undefined }, [commit], LONG);
}

type Observed = readonly [id: string, observation: Observation];

/** The number of observations that are compared at a time, so that few processes start. */
const BATCH_SIZE = 500;

/** Skips the observations that are older than those of a commit: a submission checked the listing after this run did. */
async function* skipOlder(
  observed: AsyncIterable<Observed>,
  git: Git,
  commit: string,
  now: number,
): AsyncGenerator<Observed> {
  let batch: Observed[] = [];
  async function* takeBatch(): AsyncGenerator<Observed> {
    const stored = await readFiles(
      git,
      commit,
      batch.map(([id]) => recordPath(id)),
    );
    yield* batch.filter(([, observation], index) => {
      const before = parseStored(stored[index]);
      return before === undefined || isNewer(observation, before, now);
    });
    batch = [];
  }
  for await (const each of observed) if (batch.push(each) === BATCH_SIZE) yield* takeBatch();
  yield* takeBatch();
}

/** Returns undefined for a damaged observation, too, so that the new one replaces it. */
function parseStored(content: Buffer | undefined): Observation | undefined {
  const parsed = content && parseJsonText(content);
  const isValid = parsed?.ok && observationFindings(parsed.value).length === 0;
  return isValid ? (parsed.value as Observation) : undefined;
}

/**
 * Whether no submission checked a listing after a revalidation did. A stored check in the future comes from a clock that was
 * wrong: it would block the results until that time.
 */
export function isNewer({ last_checked_at }: Observation, stored: Observation, now: number): boolean {
  if (stored.last_checked_at === null || last_checked_at === null) return true;
  const storedAt = Date.parse(stored.last_checked_at);
  return storedAt <= Date.parse(last_checked_at) || storedAt > now;
}

/** The observations of results, except outdated ones. */
export async function* observedIn(results: RunResults, outdated: ReadonlySet<string>): AsyncGenerator<Observed> {
  for await (const { id, observation } of results()) if (!outdated.has(id)) yield [id, observation];
}
