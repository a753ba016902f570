/**
 * `npm run load-records -- --from FILE.ndjson[.gz] --to DIR [--observations DIR]`: writes records, and observations if there
 * are any, from lines of NDJSON, for mirrors, migrations, and benchmarks:
 *   {"origin", "manifest", "created_at"?, "observation"?}
 *
 * Use DIR as REGISTRY_DIR, and the other as OBSERVATIONS_DIR. The script skips invalid lines and prints their numbers and
 * errors. Exit status: 0 success, 1 invalid lines, 2 invalid arguments or unreadable file.
 */
import { parseArgs } from 'node:util';
import { runScript } from '#cli/terminal/run-script.ts';
import { UsageError } from '#cli/terminal/usage-error.ts';
import { loadRecords } from '#maintain/load-records.ts';

const USAGE = 'Usage: npm run load-records -- --from FILE.ndjson[.gz] --to DIR [--observations DIR]';

await runScript(
  async () => {
    const { values } = parseArgs({
      options: { from: { type: 'string' }, to: { type: 'string' }, observations: { type: 'string' } },
    });
    const { from, to, observations } = values;
    if (from === undefined || to === undefined) throw new UsageError(USAGE);
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
