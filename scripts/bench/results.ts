import { readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import { getServedCommit } from '#build/served-commit.ts';
import type { Figure, MeasuredPart, Measurement } from '#site/performance/measurement.ts';

/**
 * Measures a part.
 * @param measure gives its figures
 */
export async function measuredPart(
  name: string,
  quick: boolean,
  measure: () => Promise<readonly Figure[]>,
): Promise<MeasuredPart> {
  const before = load();
  const figures = await measure();
  const commit = await getServedCommit(undefined);
  return { name, date: new Date().toISOString(), commit, quick, load: { before, after: load() }, figures };
}

/**
 * Writes a part to a file, in which the other parts stay that were measured on the same machine.
 * @throws Error when the file is from another machine, whose figures cannot stand beside these
 */
export async function writeResults(file: string, measured: MeasuredPart): Promise<void> {
  const here = machine();
  const before = await resultsIn(file);
  if (before && JSON.stringify(before.machine) !== JSON.stringify(here))
    throw new Error(`${file} was measured on another machine; remove it first.`);
  const known = new Map(before?.parts.map(part => [part.name, part]));
  const parts = [...known.set(measured.name, measured).values()];
  await writeFile(file, `${JSON.stringify({ machine: here, parts }, null, 2)}\n`);
}

function machine(): Measurement['machine'] {
  const [cpu] = cpus();
  return {
    cpu: cpu?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memory_gb: Math.round(totalmem() / 2 ** 30),
    platform: `${process.platform} ${process.arch}`,
    node: process.version,
  };
}

async function resultsIn(file: string): Promise<Measurement | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function load(): number {
  return Math.round((loadavg()[0] ?? 0) * 10) / 10;
}
