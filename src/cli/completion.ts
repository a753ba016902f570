import type { Command } from './command.ts';
import { bashCompletion } from './completion/bash.ts';
import { fishCompletion } from './completion/fish.ts';
import { zshCompletion } from './completion/zsh.ts';
import type { Input } from './input.ts';
import { EXIT, type ExitStatus } from './terminal/exit-status.ts';
import { failCommand } from './terminal/fail-command.ts';
import type { Terminal } from './terminal/terminal.ts';

const SHELLS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;

/** Prints what a shell has to read to complete this program's commands, options and values. */
export async function completion(commands: readonly Command[], input: Input, terminal: Terminal): Promise<ExitStatus> {
  const [shell = ''] = input.operands;
  if (!isShell(shell)) return failCommand(`Completion is there for ${Object.keys(SHELLS).join(', ')}.`, terminal);
  terminal.out(SHELLS[shell](commands));
  return EXIT.passed;
}

function isShell(name: string): name is keyof typeof SHELLS {
  return Object.hasOwn(SHELLS, name);
}
