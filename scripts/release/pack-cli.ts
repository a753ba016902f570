/**
 * Builds the package that is published as `api-manifest`, the command and the typed client, and packs it.
 *   --to DIR  where the package and its tarball go; .cache/api-manifest unless said otherwise
 * Environment: GITHUB_REPOSITORY, which the package then names as its source, as npm wants it for provenance.
 */
import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { bundle } from './pack-cli/bundle.ts';
import { declarations } from './pack-cli/declarations.ts';
import { bin, packageJson, readme } from './pack-cli/package-files.ts';

const root = path.resolve(import.meta.dirname, '../..');
const { values } = parseArgs({ options: { to: { type: 'string', default: path.join(root, '.cache/api-manifest') } } });
const folder = path.join(values.to, 'package');

await rm(folder, { recursive: true, force: true });
await mkdir(path.join(folder, 'client'), { recursive: true });
const notices = await bundle(root, folder);
await Promise.all([
  copyFile(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE')),
  writeFile(path.join(folder, 'THIRD-PARTY-LICENSES.md'), notices),
  writeFile(path.join(folder, 'package.json'), packageJson(process.env.GITHUB_REPOSITORY)),
  writeFile(path.join(folder, 'README.md'), readme()),
  writeFile(path.join(folder, 'bin.js'), bin(), { mode: 0o755 }),
  ...declarations(path.join(root, 'src/client')).map(([name, text]) =>
    writeFile(path.join(folder, 'client', name), text),
  ),
]);

const pack = spawnSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', values.to], {
  cwd: folder,
  encoding: 'utf8',
});
if (pack.status !== 0) throw new Error(`npm pack failed: ${pack.stderr}`);
const [{ filename, size, unpackedSize }] = JSON.parse(pack.stdout);
const kilobytes = (bytes: number) => `${Math.round(bytes / 1000)} kB`;
console.log(`${path.join(values.to, filename)}: ${kilobytes(size)}, ${kilobytes(unpackedSize)} unpacked`);
