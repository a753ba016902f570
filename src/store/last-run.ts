import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Instant } from '#contract/instant.ts';
import { isTimestamp } from '#listing/time/timestamp.ts';
import { writeAtomically } from './atomic-file.ts';

/** The path of the file about the last run, in the folder of the observations and on their branch. */
export const LAST_RUN_FILE = 'last-run.json';

/** Formats the content of the file. */
export function lastRunText(completedAt: Instant): string {
  return `${JSON.stringify({ completed_at: completedAt })}\n`;
}

/** Stores when a run completed. */
export async function writeLastRun(observationsDir: string, completedAt: Instant): Promise<void> {
  await writeAtomically(path.join(observationsDir, LAST_RUN_FILE), lastRunText(completedAt));
}

/**
 * Returns when the last run of revalidation completed, even if no listing was due. Undefined if the file does not exist
 * or is invalid.
 */
export async function readLastRun(observationsDir: string | undefined): Promise<Instant | undefined> {
  if (observationsDir === undefined) return undefined;
  const text = await readFile(path.join(observationsDir, LAST_RUN_FILE), 'utf8').catch(() => '');
  try {
    const { completed_at } = JSON.parse(text) as { readonly completed_at?: unknown };
    return isTimestamp(completed_at) ? completed_at : undefined;
  } catch {
    return undefined;
  }
}
