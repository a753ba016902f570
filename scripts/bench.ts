/**
 * `npm run bench`: measures, and prints each figure beside something measured in the same run.
 *   --from FILE.ndjson[.gz]  lines of {"origin","manifest"} to measure with; without it, the records of this project
 *   --only NAME[,NAME]       only some of the parts
 *   --json                   the figures as JSON
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { type Figure, table } from '#scripts/bench/figure.ts';
import { benchFilters } from '#scripts/bench/filters.ts';
import { benchLiveChecks } from '#scripts/bench/live-checks.ts';
import { benchQuery } from '#scripts/bench/query.ts';
import { benchRevalidation } from '#scripts/bench/revalidation.ts';
import { benchServe } from '#scripts/bench/serve.ts';
import { benchSubmissions } from '#scripts/bench/submissions.ts';
import { benchValidation } from '#scripts/bench/validation.ts';

const PARTS: Readonly<Record<string, (registryDir: string, from?: string) => Promise<Figure[]>>> = {
  filters: benchFilters,
  validation: benchValidation,
  query: benchQuery,
  serve: benchServe,
  'live-checks': benchLiveChecks,
  submissions: benchSubmissions,
  revalidation: benchRevalidation,
};

const { values } = parseArgs({
  options: { from: { type: 'string' }, only: { type: 'string' }, json: { type: 'boolean' } },
});
const scratch = await mkdtemp(path.join(tmpdir(), 'registry-bench-'));
try {
  const registryDir = values.from ? await loaded(values.from) : path.resolve(import.meta.dirname, '../registry');
  const figures: Figure[] = [];
  for (const name of values.only?.split(',') ?? Object.keys(PARTS)) {
    const part = PARTS[name];
    if (!part) throw new RangeError(`There is no part "${name}"; there are ${Object.keys(PARTS).join(', ')}.`);
    const measured = await part(registryDir, values.from);
    if (!values.json) console.log(`${table(measured)}\n`);
    figures.push(...measured);
  }
  if (values.json) console.log(JSON.stringify({ node: process.version, figures }, null, 2));
} finally {
  await rm(scratch, { recursive: true, force: true });
}

async function loaded(file: string): Promise<string> {
  const script = path.join(import.meta.dirname, 'load-records.ts');
  await promisify(execFile)(process.execPath, [script, '--from', file, '--to', scratch]);
  return scratch;
}
