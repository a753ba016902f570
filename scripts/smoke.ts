/**
 * `npm run smoke -- [URL]`: tests a running registry from outside: every endpoint, both transports of the MCP server,
 * headers, and a rejected submission. Without a URL, tests the build in ./dist as served by the Worker.
 *
 *   --site URL, --validator URL, --mcp URL  URLs of these surfaces, unless they are under the URL of the registry
 *   --read-only      expect that the registry does not accept submissions
 *   --commit SHA     expect that the registry serves this commit
 *   --wait SECONDS   maximum seconds to wait for a response, and for the commit (default: 0)
 *   --max-age HOURS  maximum age of the newest data
 *
 * Exit status: 0 all checks pass, 1 a check fails, 2 could not run.
 */
import { runScript } from '#cli/terminal/run-script.ts';
import { redirectRequests } from './smoke/build-urls.ts';
import { serveBuiltWorker } from './smoke/built-worker.ts';
import { parseSmokeOptions, toTarget } from './smoke/options.ts';
import { runSmokeChecks } from './smoke/run-checks.ts';
import { waitForCommit } from './smoke/wait-for-commit.ts';

await runScript(
  async () => {
    const options = parseSmokeOptions(process.argv.slice(2));
    const worker = options.registry === undefined ? await serveBuiltWorker('dist') : undefined;
    const restore = worker && redirectRequests(worker.addresses, worker.address);
    try {
      const target = toTarget(options, worker?.addresses);
      await waitForCommit(target, options.waitSeconds);
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
