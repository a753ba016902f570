import type { Input } from '../input.ts';
import { EXIT, type ExitStatus } from '../terminal/exit-status.ts';
import { failCommand } from '../terminal/fail-command.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { withRegistry } from './registry.ts';
import { finalText, statusOf, stepText } from './submission-text.ts';
import { awaitSubmission, secondsFrom } from './submission-wait.ts';

/** Submits an API, and waits until the registry answers with it. */
export async function submit(input: Input, terminal: Terminal): Promise<ExitStatus> {
  const [address = ''] = input.operands;
  const seconds = secondsFrom(input.value('timeout'));
  if (seconds === undefined) return failCommand('--timeout takes a whole number of seconds from 1.', terminal);
  const json = input.has('json');
  const once = input.has('no-wait');
  return withRegistry(input, terminal, async (client, registry) => {
    const state = await awaitSubmission(options => client.submit(address, options), {
      seconds,
      once,
      stopped: terminal.stopped,
      onState: state => json || terminal.out(stepText(state, registry, terminal.colours)),
    });
    terminal.out(json ? `${JSON.stringify(state, null, 2)}\n` : finalText(state, terminal.colours));
    const takenIn = state.status === 'pending' || state.status === 'validating';
    return once && takenIn ? EXIT.passed : statusOf(state);
  });
}
