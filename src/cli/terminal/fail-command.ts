import { printable } from '#manifest/excerpt.ts';
import { EXIT, type ExitStatus } from './exit-status.ts';
import type { Terminal } from './terminal.ts';

/** Says why a command cannot do its work. */
export function failCommand(reason: string, terminal: Pick<Terminal, 'error'>): ExitStatus {
  terminal.error(`${reason.split('\n').map(printable).join('\n')}\n`);
  return EXIT.impossible;
}
