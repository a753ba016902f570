/** Where a command reads and writes: a process, or a test. */
export interface Terminal {
  /** What was asked for. */
  out(text: string): void;
  /** What went wrong. */
  error(text: string): void;
  /** All of standard input. */
  input(): Promise<Uint8Array>;
  /** Whether `out` shows colours. */
  readonly colours: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** The terminal of this process. Colours only where somebody looks, and never against NO_COLOR (no-color.org). */
export function processTerminal(): Terminal {
  return {
    out: text => process.stdout.write(text),
    error: text => process.stderr.write(text),
    input,
    colours: process.stdout.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb',
    environment: process.env,
  };
}

async function input(): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  return Buffer.concat(chunks);
}
