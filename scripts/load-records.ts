/** `npm run load-records`: writes records from lines of NDJSON. */
import { parseScriptArgs } from '#cli/terminal/parse-script-args.ts';
import { runScript } from '#cli/terminal/run-script.ts';
import { UsageError } from '#cli/terminal/usage-error.ts';
import { loadRecords } from '#maintain/load-records.ts';

const USAGE = `Usage: npm run load-records -- --from FILE.ndjson[.gz] --to DIR [--observations DIR]

Writes records, and observations if there are any, from lines of NDJSON, for mirrors, migrations, and benchmarks:
  {"origin", "manifest", "created_at"?, "observation"?}

  --from FILE         the lines; may be compressed with gzip
  --to DIR            folder for the records, to use as REGISTRY_DIR
  --observations DIR  folder for the observations, to use as OBSERVATIONS_DIR (default: ignores them)

Skips invalid lines and prints their numbers and errors.

Exit status: 0 success, 1 invalid lines, 2 invalid arguments, or a file or folder that it cannot use.`;

await runScript(
  async () => {
    const { values } = parseScriptArgs(USAGE, {
      options: { from: { type: 'string' }, to: { type: 'string' }, observations: { type: 'string' } },
    });
    const { from, to, observations } = values;
    if (from === undefined || to === undefined)
      throw new UsageError('Options --from and --to are required. For the usage, add --help.');
    const { written, rejected } = await loadRecords(
      from,
      { registry: to, observations },
      { now: Date.now(), onRejected: (line, reason) => console.error(`line ${line}: ${reason}`) },
    );
    console.log(`Wrote ${written} records to ${to}${rejected > 0 ? `, skipped ${rejected} invalid lines` : ''}.`);
    return rejected > 0 ? 1 : 0;
  },
  { errorStatus: 2 },
);
