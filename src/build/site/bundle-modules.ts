import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Plugin, stop } from 'esbuild';
import { BUNDLED_MODULES } from './compiled-site.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** Modules find files of the project next to their source, also from a bundle. */
const keepFolders: Plugin = {
  name: 'keep-folders',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, async ({ path: file }) => {
      const source = await readFile(file, 'utf8');
      const contents = source.replaceAll('import.meta.dirname', JSON.stringify(path.dirname(file)));
      return { contents, loader: 'ts' };
    });
  },
};

/** The start of a bundle for Node: some packages contain CommonJS code that loads Node's modules with `require`. */
export const REQUIRE =
  "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);";

/**
 * Bundles the modules that a build after a change loads. Finding, reading, and linking hundreds of source files takes longer
 * than any other part of such a build.
 * @param folder for the bundle, below the project, so that its modules find the packages that are not bundled
 */
export async function bundleModules(folder: string): Promise<void> {
  const bundled = build({
    entryPoints: BUNDLED_MODULES,
    absWorkingDir: ROOT,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: `node${process.versions.node}`,
    external: [
      // Astro renders in its own bundle, and Pagefind starts a binary.
      ...['astro', 'pagefind', 'esbuild'],
      // Only the compilation of the site uses the reference, which needs more code than the rest of the build.
      path.join(ROOT, 'src/build/parts/reference.ts'),
    ],
    banner: { js: REQUIRE },
    plugins: [keepFolders],
    logLevel: 'warning',
  });
  // Otherwise, its process keeps 120 MB until the build ends.
  await bundled.finally(stop);
}
