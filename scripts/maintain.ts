/**
 * `npm run maintain -- VERB …`: tasks of a maintainer. `npm run maintain -- help` lists them.
 *
 * Works on the same registry as `npm run revalidate`, which depends on DATA_DIR and REGISTRY_DIR (see
 * `src/maintain/revalidation-setup.ts`). In a local registry, each change is a commit, and the server must be stopped. In a
 * clone, it changes files for a person to review and commit.
 *
 * Exit status: 0 done, or nothing to do; 1 not done; 2 invalid arguments.
 */
import { runScript } from '#cli/terminal/run-script.ts';
import { UsageError } from '#cli/terminal/usage-error.ts';
import { HELP, parseCommandLine } from '#maintain/parse-args.ts';
import { runCommand } from '#maintain/run-command.ts';

await runScript(async () => {
  try {
    const invocation = parseCommandLine(process.argv.slice(2));
    console.log(invocation ? await runCommand(invocation, process.env, Date.now()) : HELP);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(`${error.message} For help, run: npm run maintain -- help`);
  }
});
