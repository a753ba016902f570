import { rename } from 'node:fs/promises';
import path from 'node:path';
import { findCountableTerms } from '#query/text/countable-terms.ts';
import {
  MISSING_SEARCHES_FILE,
  type MissingSearches,
  readMissingSearches,
  writeMissingSearches,
} from '#store/missing-searches.ts';

/** The least number of searches on one day from which a term is written. Rarer terms never leave the memory. */
export const LEAST_WRITTEN = 5;

/** Bounds the memory and the file. Further terms of a day are not counted. */
const MAX_TERMS = 10_000;

/** The age in calendar days at which the terms of a day expire, also if the days since then have none. */
const MAX_DAYS = 90;
const DAY_MS = 86_400_000;

/** A term counts once in this time, so that pages and repetitions of one search count once. */
const SAME_SEARCH_MS = 60_000;

const WRITE_INTERVAL_MS = 10 * 60_000;

/** Counts the terms of searches that found nothing. */
export interface MissingSearchCounter {
  /** Counts a search, and stores neither the text nor the client. */
  count(q: string): void;
  /** Writes the terms that were searched often enough. */
  write(): Promise<void>;
  /** Writes, and stops the timer. Terms below the threshold are lost. */
  close(): Promise<void>;
}

interface TermCount {
  count: number;
  countedAt: number;
}

/**
 * Counts per day, in memory. Every ten minutes, it writes the terms with at least `LEAST_WRITTEN` searches to the data
 * directory, and deletes those of expired days. Renames a damaged file to `<name>.damaged`, and starts without its counts.
 */
export async function openMissingSearches(
  dataDir: string,
  { now, onError }: { readonly now: () => number; readonly onError: (error: unknown) => void },
): Promise<MissingSearchCounter> {
  let written: MissingSearches = await readMissingSearches(dataDir).catch(async (error: unknown) => {
    if (!(error instanceof SyntaxError)) throw error;
    onError(await setAside(path.join(dataDir, MISSING_SEARCHES_FILE)));
    return {};
  });
  let day = dayOf(now());
  /** The counts that an earlier process wrote for this day. */
  let before = written[day] ?? {};
  const counts = new Map<string, TermCount>();
  let hasChanged = false;
  let writing = Promise.resolve();

  /** Adds the counts of this day to the written ones, from the first day that has not expired. */
  function merge(first: string): MissingSearches {
    const terms: Record<string, number> = { ...before };
    for (const [term, { count }] of counts) {
      const known = before[term] ?? 0;
      if (known + count >= LEAST_WRITTEN) terms[term] = known + count;
    }
    const days = Object.entries({ ...written, [day]: terms }).filter(
      ([date, each]) => date >= first && Object.keys(each).length > 0,
    );
    return Object.fromEntries(days.sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  function write(): Promise<void> {
    const first = dayOf(now() - MAX_DAYS * DAY_MS);
    if (!hasChanged && Object.keys(written).every(date => date >= first)) return writing;
    hasChanged = false;
    written = merge(first);
    const content = written;
    writing = writing
      .then(() => writeMissingSearches(dataDir, content))
      .catch(error => {
        // The next write repeats it, also if nothing is searched until then.
        hasChanged = true;
        onError(error);
      });
    return writing;
  }

  const timer = setInterval(() => void write(), WRITE_INTERVAL_MS).unref();
  return {
    count(q) {
      const time = now();
      if (dayOf(time) !== day) {
        void write();
        day = dayOf(time);
        before = written[day] ?? {};
        counts.clear();
      }
      for (const term of findCountableTerms(q)) {
        const known = counts.get(term);
        if (known === undefined) {
          if (counts.size >= MAX_TERMS) continue;
          counts.set(term, { count: 1, countedAt: time });
        } else if (Math.abs(time - known.countedAt) >= SAME_SEARCH_MS) {
          // The difference is negative if the clock was set back.
          known.count++;
          known.countedAt = time;
        } else continue;
        hasChanged = true;
      }
    },
    write,
    async close() {
      clearInterval(timer);
      await write();
    },
  };
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** Renames a damaged file, and returns an error for the operator. */
async function setAside(file: string): Promise<Error> {
  await rename(file, `${file}.damaged`);
  return new Error(`${file} is damaged. It was renamed to ${path.basename(file)}.damaged.`);
}
