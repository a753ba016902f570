import { readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import { getServedCommit } from '#build/served-commit.ts';
import type { Figure, MeasuredPart, Measurement } from '#site/performance/measurement.ts';

/**
 * Runs a benchmark and records its conditions.
 * @param measure returns the figures
 */
export async function measurePart(
  name: string,
  quick: boolean,
  measure: () => Promise<readonly Figure[]>,
): Promise<MeasuredPart> {
  const before = getLoadAverage();
  const figures = await measure();
  const commit = await getServedCommit(undefined);
  return { name, date: new Date().toISOString(), commit, quick, load: { before, after: getLoadAverage() }, figures };
}

/**
 * Writes the results of a benchmark to a file and keeps its other results, if they are from the same machine.
 * @throws RangeError if the file is from another machine, because its figures are not comparable
 */
export async function writeResults(file: string, measured: MeasuredPart): Promise<void> {
  const current = describeMachine();
  const previous = await readResults(file);
  if (previous && JSON.stringify(previous.machine) !== JSON.stringify(current))
    throw new RangeError(`${file} contains results from another machine. Remove it, or use another file.`);
  const known = new Map(previous?.parts.map(part => [part.name, part]));
  const parts = [...known.set(measured.name, measured).values()];
  await writeFile(file, `${JSON.stringify({ machine: current, parts }, null, 2)}\n`);
}

function describeMachine(): Measurement['machine'] {
  const [cpu] = cpus();
  return {
    cpu: cpu?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memory_gb: Math.round(totalmem() / 2 ** 30),
    platform: `${process.platform} ${process.arch}`,
    node: process.version,
  };
}

async function readResults(file: string): Promise<Measurement | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function getLoadAverage(): number {
  return Math.round((loadavg()[0] ?? 0) * 10) / 10;
}
