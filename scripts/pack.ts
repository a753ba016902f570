/**
 * `npm run pack`: packs the output of `npm run build` into fewer files, for hosts with a limit on the number of files. Only
 * the Worker can serve packed files, not a plain file host.
 *
 * Environment: BUILD_DIR, the input (./dist), and PACKED_DIR, the output, which is replaced (./dist-packed).
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { packBuild } from '#build/pack-build.ts';
import { runScript } from '#cli/terminal/run-script.ts';

await runScript(async () => {
  parseArgs({ options: {} });
  const folder = path.resolve(process.env.BUILD_DIR ?? 'dist');
  const target = path.resolve(process.env.PACKED_DIR ?? 'dist-packed');
  const { before, after } = await packBuild(folder, target);
  console.log(`${before.toLocaleString('en')} files packed to ${after.toLocaleString('en')}`);
});
