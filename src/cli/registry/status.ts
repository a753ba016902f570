import type { RegistryClient, SubmissionState, SubmitOptions } from '#client/client.ts';
import type { Input } from '../input.ts';
import type { ExitStatus } from '../terminal/exit-status.ts';
import { failCommand } from '../terminal/fail-command.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { withRegistry } from './registry.ts';
import { finalText, statusOf, stepText } from './submission-text.ts';
import { awaitSubmission, secondsFrom } from './submission-wait.ts';

/** Tells how a submission stands; with `--wait`, waits until the registry answers with the API. */
export async function status(input: Input, terminal: Terminal): Promise<ExitStatus> {
  const [id = ''] = input.operands;
  const seconds = secondsFrom(input.value('timeout'));
  if (seconds === undefined) return failCommand('--timeout takes a whole number of seconds from 1.', terminal);
  const json = input.has('json');
  return withRegistry(input, terminal, async (client, registry) => {
    const state = await awaitSubmission(options => followed(client, id, options), {
      seconds,
      once: !input.has('wait'),
      stopped: terminal.stopped,
      onState: state => json || terminal.out(stepText(state, registry, terminal.colours)),
    });
    terminal.out(json ? `${JSON.stringify(state, null, 2)}\n` : finalText(state, terminal.colours));
    return statusOf(state);
  });
}

async function followed(client: RegistryClient, id: string, options: SubmitOptions): Promise<SubmissionState> {
  let last: SubmissionState | undefined;
  for await (const state of client.follow(id, options)) {
    last = state;
    options.onState?.(state);
  }
  return last ?? client.submission(id, options);
}
