import { printable } from '#manifest/excerpt.ts';
import { EXIT, type ExitStatus } from './exit-status.ts';
import type { Terminal } from './terminal.ts';

/** Prints the reason why a command cannot run, and returns its exit status. */
export function failCommand(reason: string, terminal: Pick<Terminal, 'error'>): ExitStatus {
  terminal.error(`${reason.split('\n').map(printable).join('\n')}\n`);
  return EXIT.error;
}
