/**
 * `npm run maintain -- VERB …`: what needs a person (`npm run maintain -- help`).
 *
 * It works on the registry that `npm run revalidate` would work on: by DATA_DIR and REGISTRY_DIR, see
 * `src/maintain/revalidation-setup.ts`. In a local registry a change is a commit, and a running server refuses it; in a clone it is a
 * change of files, for a person to look at and commit.
 *
 * Exit status: 0 done, or so already; 1 not done, for the reason told; 2 the arguments make no sense.
 */
import { HELP, parseCommandLine, UsageError } from '#maintain/parse-args.ts';
import { runCommand } from '#maintain/run-command.ts';

try {
  const instruction = parseCommandLine(process.argv.slice(2));
  console.log(instruction ? await runCommand(instruction, process.env, Date.now()) : HELP);
} catch (error) {
  process.exitCode = error instanceof UsageError ? 2 : 1;
  console.error(error instanceof RangeError ? error.message : error);
  if (error instanceof UsageError) console.error('npm run maintain -- help tells how it is used.');
}
