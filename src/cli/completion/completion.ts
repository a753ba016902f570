import type { Command } from '../command.ts';
import type { Input } from '../input.ts';
import { EXIT, type ExitStatus } from '../terminal/exit-status.ts';
import { failCommand } from '../terminal/fail-command.ts';
import { sanitizeLine } from '../terminal/sanitize-line.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { createBashCompletion } from './bash.ts';
import { createFishCompletion } from './fish.ts';
import { createZshCompletion } from './zsh.ts';

const SHELLS = { bash: createBashCompletion, zsh: createZshCompletion, fish: createFishCompletion } as const;

/** Prints the script that completes commands, options, and values in a shell. */
export async function completion(commands: readonly Command[], input: Input, terminal: Terminal): Promise<ExitStatus> {
  const [shell = ''] = input.operands;
  if (!isShell(shell))
    return failCommand(
      `Unsupported shell "${sanitizeLine(shell, 60)}". Use ${Object.keys(SHELLS).join(', ')}.`,
      terminal,
    );
  terminal.out(SHELLS[shell](commands));
  return EXIT.passed;
}

function isShell(name: string): name is keyof typeof SHELLS {
  return Object.hasOwn(SHELLS, name);
}
