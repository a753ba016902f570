import type { Command } from './command.ts';
import { call } from './commands/call.ts';
import { createCompletionCommand } from './commands/completion.ts';
import { diff } from './commands/diff.ts';
import { find } from './commands/find.ts';
import { importDirectory } from './commands/import-directory.ts';
import { init } from './commands/init.ts';
import { mcp } from './commands/mcp.ts';
import { mirror } from './commands/mirror.ts';
import { serve } from './commands/serve.ts';
import { show } from './commands/show.ts';
import { status } from './commands/status.ts';
import { submit } from './commands/submit.ts';
import { validate } from './commands/validate.ts';
import { verify } from './commands/verify.ts';

/** All commands, in the order in which a publisher needs them. */
export const COMMANDS: readonly Command[] = [
  init,
  validate,
  diff,
  serve,
  submit,
  status,
  find,
  show,
  call,
  mirror,
  verify,
  importDirectory,
  mcp,
  createCompletionCommand(() => COMMANDS),
];
