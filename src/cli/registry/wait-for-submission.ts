import { RegistryError, type SubmissionState, type SubmitOptions } from '#client/client.ts';

export interface WaitOptions {
  /** The maximum time to wait. */
  readonly seconds: number;
  /** Whether to return after the first state. */
  readonly once: boolean;
  readonly signal: AbortSignal;
  readonly onState: (state: SubmissionState) => void;
}

/**
 * Waits until the listing is live, the submission is rejected, or the time is up.
 * @param poll submits, or follows a submission
 * @returns the last state
 * @throws RegistryError; the reason of `signal`
 */
export async function waitForSubmission(
  poll: (options: SubmitOptions) => Promise<SubmissionState>,
  { seconds, once, signal, onState }: WaitOptions,
): Promise<SubmissionState> {
  const done = new AbortController();
  const timeout = setTimeout(() => done.abort(), seconds * 1000);
  let last: SubmissionState | undefined;
  try {
    return await poll({
      until: 'live',
      signal: AbortSignal.any([signal, done.signal]),
      onState: state => {
        last = state;
        onState(state);
        if (once) done.abort();
      },
    });
  } catch (error) {
    if (signal.aborted || !done.signal.aborted) throw error;
    if (last) return last;
    throw new RegistryError(`The registry did not respond within ${seconds} seconds.`, { cause: error });
  } finally {
    clearTimeout(timeout);
  }
}

/** Parses the value of `--timeout`. Returns undefined for an invalid value. */
export function parseTimeout(text = '600'): number | undefined {
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined;
}

export const INVALID_TIMEOUT = 'Invalid value for --timeout. Use a whole number of seconds, at least 1.';
