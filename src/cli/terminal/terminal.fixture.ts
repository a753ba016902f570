import { apiManifest } from '../api-manifest.ts';
import type { Prompts } from './prompts.ts';
import type { Terminal } from './terminal.ts';

export interface TestTerminalOptions {
  readonly input?: string;
  readonly hasColors?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
  readonly prompts?: Prompts;
  readonly signal?: AbortSignal;
  readonly columns?: number;
}

/** A terminal that records its output. */
export interface TestTerminal extends Terminal {
  readonly printed: { out: string; error: string };
  /** All progress lines. */
  readonly progressLines: readonly string[];
}

export function createTestTerminal(options: TestTerminalOptions = {}): TestTerminal {
  const { input = '', hasColors = false, environment = {}, prompts, signal = new AbortController().signal } = options;
  const printed = { out: '', error: '' };
  const progressLines: string[] = [];
  return {
    printed,
    progressLines,
    out: text => {
      printed.out += text;
    },
    error: text => {
      printed.error += text;
    },
    progress: line => {
      progressLines.push(line);
    },
    input: async () => new TextEncoder().encode(input),
    prompts,
    signal,
    columns: options.columns,
    hasColors,
    environment,
  };
}

/** Runs a command line and returns its result. */
export async function runCli(args: readonly string[], options?: TestTerminalOptions) {
  const terminal = createTestTerminal(options);
  return { status: await apiManifest(args, terminal), ...terminal.printed };
}
