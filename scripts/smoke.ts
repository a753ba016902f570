/** `npm run smoke`: tests a running registry from outside. */
import { runScript } from '#cli/terminal/run-script.ts';
import { redirectRequests } from './smoke/build-urls.ts';
import { serveBuiltWorker } from './smoke/built-worker.ts';
import { parseSmokeOptions, toTarget } from './smoke/options.ts';
import { runSmokeChecks } from './smoke/run-checks.ts';
import { requireConnection, waitForCommit } from './smoke/wait-for-commit.ts';

await runScript(
  async () => {
    const options = parseSmokeOptions(process.argv.slice(2));
    const worker = options.registry === undefined ? await serveBuiltWorker('dist') : undefined;
    const restore = worker && redirectRequests(worker.addresses, worker.address);
    try {
      const target = toTarget(options, worker?.addresses);
      await waitForCommit(target, options.waitSeconds);
      await requireConnection(target);
      const { checks, failed } = await runSmokeChecks(target, console.log);
      console.log(
        failed === 0 ? `All ${checks} checks passed at ${target.registry}.` : `${failed} of ${checks} checks failed.`,
      );
      return failed === 0 ? 0 : 1;
    } finally {
      restore?.();
      await worker?.close();
    }
  },
  { errorStatus: 2 },
);
