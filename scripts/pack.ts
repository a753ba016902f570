/** `npm run pack`: packs a build into fewer files. */
import path from 'node:path';
import { packBuild } from '#build/pack-build.ts';
import { parseScriptArgs } from '#cli/terminal/parse-script-args.ts';
import { runScript } from '#cli/terminal/run-script.ts';

const USAGE = `Usage: npm run pack

Packs the output of npm run build into fewer files, for hosts with a limit on the number of files. Only the Worker can
serve packed files, not a plain file host.

Environment: BUILD_DIR, the input (default: dist), and PACKED_DIR, the output, which is replaced (default: dist-packed).

Exit status: 0 success, 1 failure, 2 invalid arguments.`;

await runScript(async () => {
  parseScriptArgs(USAGE, { options: {} });
  const folder = path.resolve(process.env.BUILD_DIR || 'dist');
  const target = path.resolve(process.env.PACKED_DIR || 'dist-packed');
  const { before, after } = await packBuild(folder, target);
  console.log(`${before.toLocaleString('en')} files packed to ${after.toLocaleString('en')}`);
});
