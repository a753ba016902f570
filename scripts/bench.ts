/** `npm run bench`: runs benchmarks. */
import path from 'node:path';
import { parseScriptArgs } from '#cli/terminal/parse-script-args.ts';
import { runScript } from '#cli/terminal/run-script.ts';
import { UsageError } from '#cli/terminal/usage-error.ts';
import { loadRecords } from '#maintain/load-records.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { formatTable } from './bench/figure.ts';
import { findBenchmark, PARTS } from './bench/parts.ts';
import { measurePart, writeResults } from './bench/results.ts';
import { withTarget } from './bench/targets.ts';

const USAGE = `Usage: npm run bench -- [NAME …] [options]

Runs benchmarks and prints each result next to a baseline from the same run.

  --from FILE.ndjson[.gz]  measure with these lines of {"origin","manifest"} (default: the records of this project)
  --quick                  run shorter benchmarks
  --listings N             number of listings for the benchmark build (default: 2,000)
  --json FILE              write the results, with machine and date, to a file; keeps the other benchmarks in it

NAMEs: ${Object.keys(PARTS).join(', ')} (default: all).

Exit status: 0 success, 1 failure, 2 invalid arguments.`;

await runScript(async () => {
  const { values, positionals } = parseScriptArgs(USAGE, {
    options: {
      from: { type: 'string' },
      quick: { type: 'boolean', default: false },
      listings: { type: 'string' },
      json: { type: 'string' },
    },
    allowPositionals: true,
  });
  const { from, quick, listings, json } = values;
  if (listings !== undefined && !/^[1-9]\d*$/.test(listings))
    throw new UsageError(`Invalid value for --listings: "${listings}". Use an integer from 1.`);
  const options = { quick, ...(from && { from }), ...(listings && { listings: Number(listings) }) };
  const names = positionals.length > 0 ? positionals : Object.keys(PARTS);
  const parts = names.map(name => ({ name, measure: findBenchmark(name) }));
  const scratch = await makeTemporaryFolder('registry-bench-');
  try {
    const registryDir = from ? scratch : path.resolve(import.meta.dirname, '../registry');
    if (from) await loadRecords(from, { registry: scratch }, { now: Date.now(), onRejected: () => undefined });
    for (const { name, measure } of parts) {
      console.error(`Measuring ${name} …`);
      const measured = await measurePart(name, quick, async () =>
        (await measure(registryDir, options)).map(withTarget),
      );
      console.log(`${formatTable(measured.figures)}\n`);
      if (json) await writeResults(json, measured);
    }
  } finally {
    await removeFolder(scratch);
  }
});
