import { type ListingRecord, recordPath, recordText } from '#listing/listing-record.ts';
import type { Observation } from '#listing/observation.ts';
import { addCommits, type FileChange, tipOf } from '../git/commits.ts';
import { readFiles } from '../git/files.ts';
import { type Git, LONG_GIT_TIMEOUT_MS } from '../git/git.ts';
import { observationFiles, observationText } from './observation-files.ts';
import { type RecordChange, readResults } from './results.ts';

const LONG = { timeoutMs: LONG_GIT_TIMEOUT_MS };

/** Where a run's results are written to. */
export interface CommitContext {
  readonly git: Git;
  /** The branch of the records. */
  readonly records: string;
  /** Where `listings/` lies in it: empty, or a folder with a slash at its end. */
  readonly prefix: string;
  /** The branch of the observations, which holds nothing else. */
  readonly observations: string;
  /** The observations that the branch begins with when there is none yet. */
  readonly observationsDir?: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export interface Settlement {
  /** The records that were committed, in order. */
  readonly committed: readonly ListingRecord[];
  /** The listings whose record had moved on since the check, so that nothing was written for them. */
  readonly outdated: ReadonlySet<string>;
}

/**
 * Writes what a run found: one commit for each record that changed, and all observations as a branch of one commit, whose
 * history is forgotten at each run. Where no record changed, the records' branch stays as it is. Doing it twice does it
 * once.
 *
 * @param files of results
 */
export async function commitResults(files: readonly string[], place: CommitContext): Promise<Settlement> {
  const settlement = await settleRecords(files, place);
  await settleObservations(files, settlement.outdated, place);
  return settlement;
}

async function settleRecords(files: readonly string[], place: CommitContext): Promise<Settlement> {
  const { git, records, prefix, now } = place;
  const changes: RecordChange[] = [];
  for await (const { change } of readResults(files)) if (change) changes.push(change);
  const paths = changes.map(({ record }) => `${prefix}listings/${recordPath(record.id)}`);

  const tip = await tipOf(git, records);
  if (tip === undefined) throw new Error(`There is no branch ${records}.`);
  const present = await readFiles(git, tip, paths);
  const standings = changes.map((change, index) => standingOf(change, present[index]?.toString()));
  const chosen = (standing: Standing) => changes.filter((_, index) => standings[index] === standing);
  const commits = changes.flatMap(({ message, record }, index) => {
    const file = { path: paths[index] ?? '', content: recordText(record) };
    return standings[index] === 'to-do' ? [{ message, time: now, files: [file] }] : [];
  });
  if (commits.length > 0) await addCommits(git, { name: records, tip }, commits, LONG);
  return {
    committed: chosen('to-do').map(({ record }) => record),
    outdated: new Set(chosen('outdated').map(({ record }) => record.id)),
  };
}

type Standing = 'to-do' | 'done' | 'outdated';

/** Whether a change still applies to what the branch holds. */
function standingOf({ record, from }: RecordChange, present: string | undefined): Standing {
  if (present === recordText(record)) return 'done';
  const { updated_at } = JSON.parse(present ?? '{}') as Partial<ListingRecord>;
  return updated_at === from ? 'to-do' : 'outdated';
}

async function settleObservations(
  files: readonly string[],
  outdated: ReadonlySet<string>,
  { git, observations, observationsDir, now }: CommitContext,
): Promise<void> {
  const before = await tipOf(git, observations);
  const tree = before && String(await git.run(['rev-parse', `${before}^{tree}`])).trim();
  async function* contents(): AsyncGenerator<FileChange> {
    if (before === undefined && observationsDir !== undefined) yield* observationFiles(observationsDir);
    for await (const [id, observation] of observedIn(files, outdated)) {
      yield { path: recordPath(id), content: observationText(observation) };
    }
  }
  const message = { subject: 'What was observed', body: '' };
  const commit = { message, time: now, tree, files: contents() };
  await addCommits(git, { name: observations, tip: undefined }, [commit], LONG);
}

/** The observations of results, without those that are out of date. */
export async function* observedIn(
  files: readonly string[],
  outdated: ReadonlySet<string>,
): AsyncGenerator<readonly [id: string, observation: Observation]> {
  for await (const { id, observation } of readResults(files)) if (!outdated.has(id)) yield [id, observation];
}
