import { InterruptedError } from './interrupted-error.ts';
import type { Prompts } from './prompts.ts';
import type { ServeMcp, Terminal } from './terminal.ts';

/** The terminal of this process. Colours only where somebody looks, and never against NO_COLOR (no-color.org). */
export function processTerminal(serveHub?: ServeMcp): Terminal {
  const watched = process.stderr.isTTY === true && process.env.TERM !== 'dumb';
  const isTerminal = process.stdin.isTTY === true && watched && !process.env.CI;
  let stopped: AbortSignal | undefined;
  return {
    out: text => process.stdout.write(text),
    error: text => process.stderr.write(watched ? CLEAR_LINE + text : text),
    progress: line => {
      if (watched) process.stderr.write(CLEAR_LINE + line.slice(0, (process.stderr.columns ?? 80) - 1));
    },
    input,
    ask: isTerminal ? lazyQuestions() : undefined,
    get stopped() {
      stopped ??= stopSignal();
      return stopped;
    },
    serveHub,
    colours: process.stdout.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb',
    environment: process.env,
  };
}

const CLEAR_LINE = '\r\u001b[K';

async function input(): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The first Ctrl-C asks the command to end, the second ends it. Only who reads the signal gets to decide. */
function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => stop.abort(new InterruptedError(signal)));
  return stop.signal;
}

/** Questions are loaded when the first is asked: most commands ask none. */
function lazyQuestions(): Prompts {
  const load = async () => (await import('./clack-prompts.ts')).clackQuestions();
  return {
    text: async question => (await load()).text(question),
    choose: async question => (await load()).choose(question),
    chooseSeveral: async question => (await load()).chooseSeveral(question),
    confirm: async question => (await load()).confirm(question),
  };
}
