import type { SubmissionOutcome } from '#contract/submission.ts';
import { instant } from '#listing/time/timestamp.ts';
import { readObservation, readRecord } from '#store/record-files.ts';
import type { Git } from '../../git/git.ts';
import type { ListingIndex } from '../../listing-index.ts';
import type { QueuedSubmission, SubmissionFiles } from './submission-files.ts';

export interface ResumeOptions {
  readonly files: SubmissionFiles;
  readonly git: Git;
  readonly registryDir: string;
  readonly observationsDir: string;
  readonly index: Promise<ListingIndex>;
  readonly now: () => number;
}

/**
 * Returns the undecided submissions of an earlier run. Submissions that it had already committed are marked as
 * approved.
 */
export async function loadOpenSubmissions(options: ResumeOptions): Promise<QueuedSubmission[]> {
  const open = await options.files.open();
  if (open.length === 0) return [];
  const committed = await findCommitted(options.git);
  const left: QueuedSubmission[] = [];
  for (const submission of open) {
    const outcome = committed.get(submission.state.submission_id);
    if (outcome === undefined) left.push(submission);
    else await approve(submission, outcome, options);
  }
  return left;
}

/**
 * The number of commits to search: more than can be waiting for their final states to be stored, even if a full disk
 * delays that.
 */
const MAX_COMMITS = 50_000;

async function findCommitted(git: Git): Promise<Map<string, SubmissionOutcome>> {
  const trailer = (key: string) => `%(trailers:key=${key},valueonly,separator=%x20)`;
  const format = `--format=${trailer('Submission')}%x09${trailer('Outcome')}`;
  const lines = (await git.run(['log', `--max-count=${MAX_COMMITS}`, format, 'main'])).toString().split('\n');
  const outcomes = lines.map(line => line.split('\t'));
  return new Map(outcomes.flatMap(([id, outcome]) => (id && outcome ? [[id, outcome as SubmissionOutcome]] : [])));
}

async function approve({ state }: QueuedSubmission, outcome: SubmissionOutcome, options: ResumeOptions): Promise<void> {
  const { files, registryDir, observationsDir, index, now } = options;
  const { listing_id } = state;
  const record = await readRecord(registryDir, listing_id);
  const observation = await readObservation(observationsDir, listing_id);
  await files.finish({
    ...state,
    status: 'approved',
    updated_at: instant(now()),
    outcome,
    similar_names: record?.ok ? (await index).similar(listing_id, record.value.manifest.name) : [],
    report: observation?.ok ? (observation.value.report ?? null) : null,
    live: true,
  });
}
