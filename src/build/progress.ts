import { createProcessTerminal } from '#cli/terminal/process-terminal.ts';
import type { Extent } from './hosting.ts';

/** How far the parts of some long work are. */
export interface Progress {
  /** Tells of one part; where somebody watches it shows, with the others, in one line. */
  at(part: string, done: number, total: number): void;
  /** Tells that a part has ended, in a line of its own. */
  ended(part: string, result: string): void;
}

/** For who does not want to know. */
export const SILENT: Progress = { at: () => undefined, ended: () => undefined };

/** Shown on standard error; the line at the end of each part also where nobody watches. */
export function terminalProgress(): Progress {
  const terminal = createProcessTerminal();
  const parts = new Map<string, string>();
  const started = performance.now();
  const show = () => terminal.progress([...parts].map(([part, state]) => `${part} ${state}`).join(', '));
  return {
    at(part, done, total) {
      parts.set(part, `${done.toLocaleString('en')} of ${total.toLocaleString('en')}`);
      show();
    },
    ended(part, result) {
      parts.delete(part);
      terminal.error(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${part}: ${result}\n`);
      show();
    },
  };
}

/** What is told of a part in another thread or process. */
export type ProgressMessage =
  | { readonly at: Parameters<Progress['at']> }
  | { readonly ended: Parameters<Progress['ended']> };

/** How often it is told how far a part is, in milliseconds: who listens has other things to do. */
const PAUSE = 100;

/** Progress that is told to another thread or process. */
export function forwardProgress(tell: (told: ProgressMessage) => void): Progress {
  let last = Number.NEGATIVE_INFINITY;
  return {
    at(...at) {
      const now = performance.now();
      if (now - last < PAUSE) return;
      last = now;
      tell({ at });
    },
    ended: (...ended) => tell({ ended }),
  };
}

/** What a part that is made in another thread or process tells: how far it is, and at the end how much it has become. */
export type PartProgressMessage = ProgressMessage | { readonly extent: Extent };

/**
 * Has a part made elsewhere, and passes on how far it is.
 *
 * @param run is given who is to be told
 * @returns how much it has become
 * @throws Error when it ended without telling that
 */
export async function made(
  part: string,
  progress: Progress,
  run: (tell: (told: PartProgressMessage) => void) => Promise<void>,
): Promise<Extent> {
  let extent: Extent | undefined;
  await run(told => {
    if ('extent' in told) extent = told.extent;
    else if ('at' in told) progress.at(...told.at);
    else progress.ended(...told.ended);
  });
  if (!extent) throw new Error(`The part "${part}" has not been finished.`);
  return extent;
}
