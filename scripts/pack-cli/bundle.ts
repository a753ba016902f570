import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { type BuildOptions, build, type Metafile } from 'esbuild';

const COMMON: BuildOptions = {
  bundle: true,
  format: 'esm',
  minify: true,
  metafile: true,
  legalComments: 'none',
  logLevel: 'warning',
};

/**
 * Bundles the command and the client, so that the package depends on nothing. The command is split, so that each of its
 * parts is only loaded where it is used.
 *
 * @returns the licences of everything that is in the bundles, as Markdown
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
    // Some packages are CommonJS inside, and ask for Node's modules by require.
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
  });
  const client = await build({
    ...COMMON,
    absWorkingDir: root,
    entryPoints: ['src/client/client.ts'],
    outfile: path.join(folder, 'client/client.js'),
    platform: 'neutral',
    target: 'es2023',
  });
  return licences(root, [command.metafile, client.metafile]);
}

async function licences(root: string, metafiles: readonly (Metafile | undefined)[]): Promise<string> {
  const inputs = metafiles.flatMap(metafile => Object.keys(metafile?.inputs ?? {}));
  const packages = new Set(inputs.flatMap(input => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0] ?? []));
  const parts = [...packages].sort().map(async folder => {
    const { name, version, license } = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'));
    const file = (await readdir(path.join(root, folder))).find(each => /^(licen[cs]e|copying)/i.test(each));
    const text = file === undefined ? '' : readFileSync(path.join(root, folder, file), 'utf8').trim();
    return `## ${name} ${version} (${license})\n\n${text}\n`;
  });
  return `# Licences of the packages bundled in this one\n\n${(await Promise.all(parts)).join('\n')}`;
}
