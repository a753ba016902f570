import { apiManifest } from '../api-manifest.ts';
import type { Prompts } from './prompts.ts';
import type { Terminal } from './terminal.ts';

export interface TestTerminalOptions {
  readonly input?: string;
  readonly colours?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
  readonly ask?: Prompts;
  readonly stopped?: AbortSignal;
}

/** A terminal that records its output. */
export interface TestTerminal extends Terminal {
  readonly printed: { out: string; error: string };
}

export function testTerminal(options: TestTerminalOptions = {}): TestTerminal {
  const { input = '', colours = false, environment = {}, ask, stopped = new AbortController().signal } = options;
  const printed = { out: '', error: '' };
  return {
    printed,
    out: text => {
      printed.out += text;
    },
    error: text => {
      printed.error += text;
    },
    progress: () => {},
    input: async () => new TextEncoder().encode(input),
    ask,
    stopped,
    colours,
    environment,
  };
}

/** Runs a command line and returns its result. */
export async function command(args: readonly string[], options?: TestTerminalOptions) {
  const terminal = testTerminal(options);
  return { status: await apiManifest(args, terminal), ...terminal.printed };
}
