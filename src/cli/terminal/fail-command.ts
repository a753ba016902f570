import { printable } from '#manifest/text/excerpt.ts';
import { EXIT, type ExitStatus } from './exit-status.ts';
import type { Terminal } from './terminal.ts';

/** Prints the reason why a command cannot run, as JSON if the command line has `--json`, and returns its exit status. */
export function failCommand(reason: string, terminal: Pick<Terminal, 'out' | 'error' | 'failsAsJson'>): ExitStatus {
  if (terminal.failsAsJson) terminal.out(`${JSON.stringify({ error: { message: reason } }, null, 2)}\n`);
  else terminal.error(`${reason.split('\n').map(printable).join('\n')}\n`);
  return EXIT.error;
}
