import path from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { collectLicenses } from './licenses.ts';

/** The common options of all bundles that run outside this repository. */
export const COMMON: BuildOptions = {
  bundle: true,
  format: 'esm',
  minify: true,
  metafile: true,
  legalComments: 'none',
  logLevel: 'warning',
};

/** Some packages contain CommonJS code that loads Node's modules with `require`. */
export const REQUIRE =
  "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);";

/**
 * Bundles the CLI and the client, so that the package has no dependencies. The CLI is split, so that each command loads only
 * the code that it needs.
 *
 * @returns the licenses of all bundled packages as Markdown
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
