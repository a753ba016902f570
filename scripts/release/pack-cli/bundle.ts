import path from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { collectLicenses } from './licenses.ts';

/** How everything that runs apart from this repository is bundled. */
export const COMMON: BuildOptions = {
  bundle: true,
  format: 'esm',
  minify: true,
  metafile: true,
  legalComments: 'none',
  logLevel: 'warning',
};

/** Some packages are CommonJS inside, and ask for Node's modules by require. */
export const REQUIRE =
  "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);";

/**
 * Bundles the command and the client, so that the package depends on nothing. The command is split, so that each of its
 * parts is only loaded where it is used.
 *
 * @returns the licenses of everything that is in the bundles, as Markdown
 */
export async function bundle(root: string, folder: string): Promise<string> {
  const command = await build({
    ...COMMON,
    absWorkingDir: root,
    entryPoints: ['scripts/api-manifest.ts'],
    outdir: path.join(folder, 'command'),
    platform: 'node',
    target: 'node22',
    splitting: true,
    chunkNames: 'part-[hash]',
    banner: { js: REQUIRE },
  });
  const client = await build({
    ...COMMON,
    absWorkingDir: root,
    entryPoints: ['src/client/client.ts'],
    outfile: path.join(folder, 'client/client.js'),
    platform: 'neutral',
    target: 'es2023',
  });
  return collectLicenses(root, [command.metafile, client.metafile]);
}
