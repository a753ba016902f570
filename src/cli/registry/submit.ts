import type { Input } from '../input.ts';
import { EXIT, type ExitStatus } from '../terminal/exit-status.ts';
import { failCommand } from '../terminal/fail-command.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { formatProgress, formatSubmissionResult, toExitStatus } from './format-submission.ts';
import { withRegistry } from './registry.ts';
import { INVALID_TIMEOUT, parseTimeout, waitForSubmission } from './wait-for-submission.ts';

/** Submits an API and waits until its listing is live. */
export async function submit(input: Input, terminal: Terminal): Promise<ExitStatus> {
  const [url = ''] = input.operands;
  const seconds = parseTimeout(input.value('timeout'));
  if (seconds === undefined) return failCommand(INVALID_TIMEOUT, terminal);
  const json = input.has('json');
  const once = input.has('no-wait');
  return withRegistry(input, terminal, async (client, registry) => {
    const state = await waitForSubmission(options => client.submit(url, options), {
      seconds,
      once,
      signal: terminal.signal,
      onState: state => json || terminal.out(formatProgress(state, registry, terminal.hasColors)),
    });
    terminal.out(json ? `${JSON.stringify(state, null, 2)}\n` : formatSubmissionResult(state, terminal.hasColors));
    const isQueued = state.status === 'pending' || state.status === 'validating';
    return once && isQueued ? EXIT.passed : toExitStatus(state);
  });
}
