/**
 * Builds the folder of the GitHub Action for publishers: `action/` with a bundled program that needs only Node 24, which
 * every runner provides.
 *   --to DIR  output folder (default: .cache/action)
 *
 * Environment: GITHUB_REPOSITORY, the repository to name in the documentation
 */
import { cp, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { REQUIRE } from '#build/site/bundle-modules.ts';
import { runScript } from '#cli/terminal/run-script.ts';
import { VERSION } from '#manifest/version.ts';
import { createActionReadme } from './action-readme.ts';
import { COMMON } from './pack-cli/bundle.ts';
import { collectLicenses } from './pack-cli/licenses.ts';

const root = path.resolve(import.meta.dirname, '../..');
await runScript(async () => {
  const { values } = parseArgs({ options: { to: { type: 'string', default: path.join(root, '.cache/action') } } });
  const folder = path.resolve(values.to);
  const program = path.join(folder, 'dist/index.mjs');

  await rm(folder, { recursive: true, force: true });
  await mkdir(path.dirname(program), { recursive: true });
  const { metafile } = await build({
    ...COMMON,
    absWorkingDir: root,
    entryPoints: ['scripts/workflows/publisher-action.ts'],
    outfile: program,
    platform: 'node',
    target: 'node24',
    banner: { js: REQUIRE },
  });
  await Promise.all([
    cp(path.join(root, 'action'), folder, { recursive: true }),
    cp(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE')),
    writeFile(path.join(folder, 'THIRD-PARTY-LICENSES.md'), await collectLicenses(root, [metafile])),
  ]);
  const readme = await readFile(path.join(root, 'action/README.md'), 'utf8');
  const { GITHUB_REPOSITORY: repository = '' } = process.env;
  await writeFile(path.join(folder, 'README.md'), createActionReadme(readme, repository, VERSION));
  console.log(`${folder}: ${Math.round((await stat(program)).size / 1000)} kB`);
});
