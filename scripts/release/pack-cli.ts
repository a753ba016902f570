/** `npm run pack-cli`: builds and packs the npm package `api-manifest`. */
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { $ } from 'zx';
import { parseScriptArgs } from '#cli/terminal/parse-script-args.ts';
import { runScript } from '#cli/terminal/run-script.ts';
import { UsageError } from '#cli/terminal/usage-error.ts';
import { bundle } from './pack-cli/bundle.ts';
import { createExecutable, createPackageJson, createReadme, generateDeclarations } from './pack-cli/package-files.ts';

const root = path.resolve(import.meta.dirname, '../..');

const USAGE = `Usage: npm run pack-cli -- [--to DIR]

Builds and packs the npm package api-manifest, which contains the CLI and the typed client.

  --to DIR  output folder for the package and its tarball (default: .cache/api-manifest)

Environment:
  REGISTRY_URL       URL of the registry that the CLI uses without --registry (default: the one that npm start runs)
  GITHUB_REPOSITORY  the source repository to name in the package, which npm requires for provenance`;

await runScript(async () => {
  const { values } = parseScriptArgs(USAGE, {
    options: { to: { type: 'string', default: path.join(root, '.cache/api-manifest') } },
  });
  const folder = path.resolve(values.to, 'package');

  await rm(folder, { recursive: true, force: true });
  await mkdir(path.join(folder, 'client'), { recursive: true });
  const notices = await bundle(root, folder, readRegistryUrl(process.env.REGISTRY_URL));
  const declarations = generateDeclarations(path.join(root, 'src/client'), ['client.ts', 'serve/serve-manifest.ts']);
  await Promise.all([
    copyFile(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE')),
    writeFile(path.join(folder, 'THIRD-PARTY-LICENSES.md'), notices),
    writeFile(path.join(folder, 'package.json'), createPackageJson(process.env.GITHUB_REPOSITORY)),
    writeFile(path.join(folder, 'README.md'), createReadme()),
    writeFile(path.join(folder, 'bin.js'), createExecutable(), { mode: 0o755 }),
    ...[...declarations].map(async ([name, text]) => {
      const file = path.join(folder, 'client', name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, text);
    }),
  ]);

  const { stdout } = await $({
    quiet: true,
    cwd: folder,
  })`npm pack --json --ignore-scripts --pack-destination ${path.resolve(values.to)}`;
  const [{ filename, size, unpackedSize }] = JSON.parse(stdout);
  const kilobytes = (bytes: number) => `${Math.round(bytes / 1000)} kB`;
  console.log(`${path.join(values.to, filename)}: ${kilobytes(size)}, ${kilobytes(unpackedSize)} unpacked`);
});

function readRegistryUrl(url = ''): string {
  if (url === '' || /^https?:$/.test(URL.parse(url)?.protocol ?? '')) return url.replace(/\/+$/, '');
  throw new UsageError(`Invalid value for REGISTRY_URL: "${url}". Use a URL such as https://registry.example.`);
}
