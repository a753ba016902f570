import { createProcessTerminal } from '#cli/terminal/process-terminal.ts';
import { formatDecimal } from '#site/format/numbers.ts';
import type { Extent } from './hosting.ts';

/** Reports the progress of the parts of a long operation. */
export interface Progress {
  /** Reports the progress of one part. A terminal shows it in one line with the others. */
  at(part: string, done: number, total: number): void;
  /** Reports the end of a part on a separate line. */
  ended(part: string, result: string): void;
}

/** Discards progress updates. */
export const SILENT: Progress = { at: () => undefined, ended: () => undefined };

/** Writes progress to standard error; without a terminal, only the line at the end of each part. */
export function terminalProgress(): Progress {
  const terminal = createProcessTerminal();
  const parts = new Map<string, readonly [done: number, total: number]>();
  const started = performance.now();
  let shown = started;
  const show = () => {
    shown = performance.now();
    terminal.progress([...parts].map(([part, counts]) => `${part} ${counts.map(formatCount).join(' of ')}`).join(', '));
  };
  return {
    at(part, ...counts) {
      parts.set(part, counts);
      if (performance.now() - shown >= INTERVAL_MS) show();
    },
    ended(part, result) {
      parts.delete(part);
      terminal.error(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${part}: ${result}\n`);
      show();
    },
  };
}

/** Returns a number with commas. `Intl` would do the same, but its first use takes long. */
function formatCount(count: number): string {
  return formatDecimal(String(count));
}

/** The progress of a part in another thread or process. */
export type ProgressMessage =
  | { readonly at: Parameters<Progress['at']> }
  | { readonly ended: Parameters<Progress['ended']> };

/** The interval between progress updates, in milliseconds, so that they do not keep the receiver busy. */
const INTERVAL_MS = 100;

/** Sends progress to another thread or process. */
export function forwardProgress(send: (message: ProgressMessage) => void): Progress {
  let last = Number.NEGATIVE_INFINITY;
  return {
    at(...at) {
      const now = performance.now();
      if (now - last < INTERVAL_MS) return;
      last = now;
      send({ at });
    },
    ended: (...ended) => send({ ended }),
  };
}

/** Messages from parts in another thread or process: progress updates, and the extent of each at its end. */
export type PartProgressMessage = ProgressMessage | { readonly extent: Extent };

/**
 * Runs parts elsewhere, and forwards their progress.
 * @param run receives the message listener
 * @returns the number and size of the files of each part
 * @throws Error if a part ends without an extent
 */
export async function runParts(
  parts: readonly string[],
  progress: Progress,
  run: (send: (message: PartProgressMessage) => void) => Promise<void>,
): Promise<readonly Extent[]> {
  const extents: Extent[] = [];
  await run(message => {
    if ('extent' in message) extents.push(message.extent);
    else if ('at' in message) progress.at(...message.at);
    else progress.ended(...message.ended);
  });
  if (extents.length !== parts.length) throw new Error(`A part of "${parts.join(', ')}" ended without a result.`);
  return extents;
}
