import { EXIT } from './exit-status.ts';
import { InterruptedError } from './interrupted-error.ts';
import type { Prompts } from './prompts.ts';
import { formatError, isSystemError } from './run-script.ts';
import type { ServeMcp, Terminal } from './terminal.ts';

/** Returns the terminal of this process. It has colors only on a terminal, and only without NO_COLOR (no-color.org). */
export function createProcessTerminal(serveMcp?: ServeMcp): Terminal {
  const showsProgress = process.stderr.isTTY === true && process.env.TERM !== 'dumb';
  const isInteractive = process.stdin.isTTY === true && showsProgress && !process.env.CI;
  let signal: AbortSignal | undefined;
  exitOnOutputError();
  return {
    out: text => process.stdout.write(text),
    error: text => process.stderr.write(showsProgress ? CLEAR_LINE + text : text),
    progress: line => {
      if (showsProgress) process.stderr.write(CLEAR_LINE + line.slice(0, (process.stderr.columns ?? 80) - 1));
    },
    input: readInput,
    prompts: isInteractive ? createLazyPrompts() : undefined,
    get signal() {
      signal ??= createInterruptSignal();
      return signal;
    },
    serveMcp,
    columns: process.stdout.isTTY === true ? process.stdout.columns : undefined,
    hasColors: process.stdout.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb',
    environment: process.env,
  };
}

const CLEAR_LINE = '\r\u001b[K';

/**
 * Ends the process if it cannot write its result: quietly if the reader has closed the pipe, as `head` does, and with a message
 * for other errors, such as a full disk. Without listeners, each would be an uncaught exception.
 */
function exitOnOutputError(): void {
  process.stderr.on('error', () => undefined);
  process.stdout.on('error', error => {
    if (isSystemError(error) && error.code === 'EPIPE') process.exit(EXIT.closedPipe);
    process.stderr.write(`Cannot write standard output. ${formatError(error)}\n`);
    process.exit(EXIT.error);
  });
}

async function readInput(): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Aborts on the first Ctrl-C; the second one ends the process. Commands that never read the signal end on the first. */
function createInterruptSignal(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => controller.abort(new InterruptedError(signal)));
  return controller.signal;
}

/** Loads the prompts with the first one, since most commands have none. */
function createLazyPrompts(): Prompts {
  const load = async () => (await import('./clack-prompts.ts')).createClackPrompts();
  return {
    text: async prompt => (await load()).text(prompt),
    choose: async prompt => (await load()).choose(prompt),
    chooseSeveral: async prompt => (await load()).chooseSeveral(prompt),
    confirm: async prompt => (await load()).confirm(prompt),
  };
}
