import { type RegistryClient, RegistryError, type SubmissionState, type SubmitOptions } from '#client/client.ts';
import type { Input } from '../input.ts';
import { EXIT, type ExitStatus } from '../terminal/exit-status.ts';
import { failCommand } from '../terminal/fail-command.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { formatProgress, formatSubmissionResult, SUBMISSION_TYPES, toExitStatus } from './format-submission.ts';
import { requireTypes, withRegistry } from './registry.ts';

/** Submits an API and waits until its listing is live. */
export async function submit(input: Input, terminal: Terminal): Promise<ExitStatus> {
  const [url = ''] = input.operands;
  const once = input.has('no-wait');
  const isQueued = ({ status }: SubmissionState) => status === 'pending' || status === 'validating';
  return reportSubmission(input, terminal, {
    poll: (client, options) => client.submit(url, options),
    once,
    toStatus: state => (once && isQueued(state) ? EXIT.passed : toExitStatus(state)),
  });
}

/** Shows the status of a submission. With `--wait`, waits until its listing is live. */
export async function status(input: Input, terminal: Terminal): Promise<ExitStatus> {
  const [id = ''] = input.operands;
  return reportSubmission(input, terminal, {
    poll: (client, options) => followSubmission(client, id, options),
    once: !input.has('wait'),
  });
}

async function followSubmission(client: RegistryClient, id: string, options: SubmitOptions): Promise<SubmissionState> {
  let last: SubmissionState | undefined;
  for await (const state of client.follow(id, options)) {
    last = state;
    options.onState?.(state);
  }
  return last ?? client.submission(id, options);
}

interface SubmissionOptions {
  /** Submits, or follows a submission. */
  readonly poll: (client: RegistryClient, options: SubmitOptions) => Promise<SubmissionState>;
  /** Whether to return after the first state. */
  readonly once: boolean;
  /** Returns the exit status for the last state (default: `toExitStatus`). */
  readonly toStatus?: (state: SubmissionState) => ExitStatus;
}

/** Prints the progress of a submission until its listing is live, it is rejected, or the time is up; then the result. */
async function reportSubmission(
  input: Input,
  terminal: Terminal,
  { poll, once, toStatus = toExitStatus }: SubmissionOptions,
): Promise<ExitStatus> {
  const seconds = parseTimeout(input.value('timeout'));
  if (seconds === undefined) return failCommand(INVALID_TIMEOUT, terminal);
  const json = input.has('json');
  return withRegistry(input, terminal, async (client, registry) => {
    const state = await waitForSubmission(options => poll(client, options), {
      seconds,
      once,
      signal: terminal.signal,
      onState: state => json || terminal.out(formatProgress(state, registry, terminal.hasColors)),
    });
    if (!json) requireTypes(state, SUBMISSION_TYPES, registry);
    terminal.out(json ? `${JSON.stringify(state, null, 2)}\n` : formatSubmissionResult(state, terminal.hasColors));
    return toStatus(state);
  });
}

interface WaitOptions {
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
async function waitForSubmission(
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
function parseTimeout(text = '600'): number | undefined {
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined;
}

const INVALID_TIMEOUT = 'Invalid value for --timeout. Use a whole number of seconds, at least 1.';
