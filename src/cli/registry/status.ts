import type { RegistryClient, SubmissionState, SubmitOptions } from '#client/client.ts';
import type { Input } from '../input.ts';
import type { ExitStatus } from '../terminal/exit-status.ts';
import { failCommand } from '../terminal/fail-command.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { formatProgress, formatSubmissionResult, toExitStatus } from './format-submission.ts';
import { withRegistry } from './registry.ts';
import { INVALID_TIMEOUT, parseTimeout, waitForSubmission } from './wait-for-submission.ts';

/** Shows the status of a submission. With `--wait`, waits until its listing is live. */
export async function status(input: Input, terminal: Terminal): Promise<ExitStatus> {
  const [id = ''] = input.operands;
  const seconds = parseTimeout(input.value('timeout'));
  if (seconds === undefined) return failCommand(INVALID_TIMEOUT, terminal);
  const json = input.has('json');
  return withRegistry(input, terminal, async (client, registry) => {
    const state = await waitForSubmission(options => followSubmission(client, id, options), {
      seconds,
      once: !input.has('wait'),
      signal: terminal.signal,
      onState: state => json || terminal.out(formatProgress(state, registry, terminal.hasColors)),
    });
    terminal.out(json ? `${JSON.stringify(state, null, 2)}\n` : formatSubmissionResult(state, terminal.hasColors));
    return toExitStatus(state);
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
