import { RegistryError, type SubmissionState, type SubmitOptions } from '#client/client.ts';

export interface WaitOptions {
  /** The longest to wait. */
  readonly seconds: number;
  /** Whether the first state is enough. */
  readonly once: boolean;
  readonly stopped: AbortSignal;
  readonly onState: (state: SubmissionState) => void;
}

/**
 * Waits for a submission to go live, for some time at most; then its last state is what it comes to.
 * @throws RegistryError; the reason of `stopped`
 */
export async function awaitSubmission(
  work: (options: SubmitOptions) => Promise<SubmissionState>,
  { seconds, once, stopped, onState }: WaitOptions,
): Promise<SubmissionState> {
  const enough = new AbortController();
  const timeout = setTimeout(() => enough.abort(), seconds * 1000);
  let last: SubmissionState | undefined;
  try {
    return await work({
      until: 'live',
      signal: AbortSignal.any([stopped, enough.signal]),
      onState: state => {
        last = state;
        onState(state);
        if (once) enough.abort();
      },
    });
  } catch (error) {
    if (stopped.aborted || !enough.signal.aborted) throw error;
    if (last) return last;
    throw new RegistryError(`The registry did not answer within ${seconds} s.`, { cause: error });
  } finally {
    clearTimeout(timeout);
  }
}

/** The value of `--timeout`; ten minutes unless said otherwise, undefined when it is no number of seconds. */
export function secondsFrom(text = '600'): number | undefined {
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined;
}
