import type { Origin } from '#listing/origin.ts';
import { instant } from '#listing/time/timestamp.ts';
import { SubmissionError, type Submissions, type SubmitContext } from '../../submission.ts';
import type { EnforceLimits } from './intake-limits.ts';
import type { QueuedSubmission, SubmissionFiles } from './submission-files.ts';
import type { SubmissionStates } from './submission-states.ts';

export interface IntakeOptions {
  readonly files: SubmissionFiles;
  readonly states: SubmissionStates;
  readonly limits: Promise<EnforceLimits>;
  readonly now: () => number;
  /** Called with each stored submission. */
  readonly onOpen: (submission: QueuedSubmission) => void;
  readonly onFault: (error: unknown) => void;
}

/** The maximum number of open submissions. */
const MAX_OPEN = 10_000;

/** Creates the intake: stores each submission before the queue gets it, and keeps one open submission per origin. */
export function createIntake(options: IntakeOptions): Submissions {
  const { files, states, limits, now, onOpen, onFault } = options;
  /** The submissions that are being stored, by listing. */
  const storing = new Map<string, Promise<string>>();

  async function create(origin: Origin, isPrivileged: boolean | undefined): Promise<string> {
    const enforceLimits = await limits;
    // No `await` until the submission counts as open. Otherwise two submissions could pass when only one is within the
    // limit.
    enforceLimits(origin, { waiting: states.waiting(origin), isPrivileged });
    if (states.count() >= MAX_OPEN) {
      throw new SubmissionError('unavailable', 'Too many open submissions. Try again later.', { retryAfter: 60 });
    }
    const time = now();
    const submission = newSubmission(files.createId(time), origin, time, isPrivileged);
    states.add(submission);
    await files.add(submission).catch((cause: unknown) => {
      states.remove(submission);
      onFault(cause);
      const message = 'The registry cannot store submissions at the moment. Try again later.';
      throw new SubmissionError('unavailable', message, { cause });
    });
    onOpen(submission);
    return submission.state.submission_id;
  }

  async function findOrCreate(origin: Origin, isPrivileged: boolean | undefined): Promise<string> {
    const known = storing.get(origin.id) ?? states.findOpen(origin.id);
    if (known !== undefined) return known;
    const pending = create(origin, isPrivileged).finally(() => storing.delete(origin.id));
    storing.set(origin.id, pending);
    return pending;
  }

  return {
    async submit(origin, { isPrivileged }: SubmitContext) {
      const state = await states.get(await findOrCreate(origin, isPrivileged));
      if (!state) throw new Error('A submission disappeared after it was stored.');
      return state;
    },
    status: states.get,
  };
}

function newSubmission(
  submission_id: string,
  origin: Origin,
  now: number,
  isPrivileged: boolean | undefined,
): QueuedSubmission {
  const time = instant(now);
  const state = {
    submission_id,
    listing_id: origin.id,
    url: origin.url,
    status: 'pending',
    created_at: time,
    updated_at: time,
  } as const;
  return { state, origin, isPrivileged };
}
