/**
 * `npm run smoke -- <base>`: tests a running registry from outside, the same way on this machine and in production: every
 * endpoint, both transports of the tool hub, headers, a submission that is refused. Without an address it tests what is
 * built in ./dist, as the Worker serves it.
 *
 *   --site URL, --validator URL, --mcp URL  where those surfaces are, unless below the base
 *   --read-only      it takes no submissions, and has to say so
 *   --commit SHA     it has to serve this commit; waited for with --wait
 *   --wait SECONDS   how long it may take until it answers, and with that commit; 0 unless said otherwise
 *   --max-age HOURS  how old its newest data may be
 *
 * Exit status: 0 all holds, 1 something does not, 2 it could not be tested.
 */
import { parseArgs } from 'node:util';
import { builtWorker } from './smoke/built-worker.ts';
import { smoke } from './smoke/run-checks.ts';
import type { Target } from './smoke/target.ts';
import { waitForCommit } from './smoke/wait-for-commit.ts';

try {
  process.exitCode = await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}

async function run(): Promise<0 | 1> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      site: { type: 'string' },
      validator: { type: 'string' },
      mcp: { type: 'string' },
      'read-only': { type: 'boolean', default: false },
      commit: { type: 'string' },
      wait: { type: 'string', default: '0' },
      'max-age': { type: 'string' },
    },
  });
  const [base] = positionals;
  const worker = base === undefined ? await builtWorker('dist') : undefined;
  try {
    const registry = addressOf(worker?.address ?? base ?? '');
    const place: Target = {
      registry,
      site: addressOf(values.site ?? registry),
      validator: addressOf(values.validator ?? `${registry}/validator`),
      mcp: addressOf(values.mcp ?? `${registry}/mcp`),
      readOnly: values['read-only'] || worker !== undefined,
      commit: values.commit,
      maxAgeHours: values['max-age'] === undefined ? undefined : Number(values['max-age']),
    };
    await waitForCommit(place, Number(values.wait));
    const { checks, failed } = await smoke(place, console.log);
    console.log(failed === 0 ? `All ${checks} checks hold at ${registry}.` : `${failed} of ${checks} checks fail.`);
    return failed === 0 ? 0 : 1;
  } finally {
    await worker?.close();
  }
}

function addressOf(text: string): string {
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return text.replace(/\/+$/, '');
  throw new Error(`"${text}" is no http(s) address.`);
}
