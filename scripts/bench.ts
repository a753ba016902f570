/**
 * `npm run bench -- [PART …]`: measures, and prints each figure beside something measured in the same run.
 *   --from FILE.ndjson[.gz]  lines of {"origin","manifest"} to measure with; without it, the records of this project
 *   --quick                  less of everything
 *   --listings N             how many listings the part `build` builds; 2,000 without it
 *   --json FILE              the figures, with machine and date, to a file; parts that it has from before stay
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { type BenchOptions, table } from './bench/figure.ts';
import { PARTS } from './bench/parts.ts';
import { measuredPart, writeResults } from './bench/results.ts';
import { withAim } from './bench/targets.ts';

const { values, positionals } = parseArgs({
  options: {
    from: { type: 'string' },
    quick: { type: 'boolean', default: false },
    listings: { type: 'string' },
    json: { type: 'string' },
  },
  allowPositionals: true,
});
const { from, quick, json } = values;
if (values.listings !== undefined && !/^[1-9]\d*$/.test(values.listings))
  throw new RangeError(`--listings is "${values.listings}", but must be a whole number from 1.`);
const options: BenchOptions = {
  quick,
  ...(from && { from }),
  ...(values.listings && { listings: Number(values.listings) }),
};
const scratch = await mkdtemp(path.join(tmpdir(), 'registry-bench-'));
try {
  const registryDir = from ? await loaded(from) : path.resolve(import.meta.dirname, '../registry');
  for (const name of positionals.length > 0 ? positionals : Object.keys(PARTS)) {
    const part = PARTS[name];
    if (!part) throw new RangeError(`There is no part "${name}"; there are ${Object.keys(PARTS).join(', ')}.`);
    console.error(`Measuring ${name} …`);
    const measured = await measuredPart(name, quick, async () => (await part(registryDir, options)).map(withAim));
    console.log(`${table(measured.figures)}\n`);
    if (json) await writeResults(json, measured);
  }
} finally {
  await rm(scratch, { recursive: true, force: true });
}

async function loaded(file: string): Promise<string> {
  const script = path.join(import.meta.dirname, 'load-records.ts');
  await promisify(execFile)(process.execPath, [script, '--from', file, '--to', scratch]);
  return scratch;
}
