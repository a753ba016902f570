/**
 * Holds the source to the import table of src/README.md: who may import whom, and who may use Node's own modules.
 * Tests and fixtures are free. Exit status 1 and one line for each import that is not allowed.
 */
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';

/** What a folder may use, by the table. */
interface Rights {
  readonly folders: ReadonlySet<string>;
  readonly node: boolean;
}

const root = path.resolve(import.meta.dirname, '../..');
const table = rightsIn(await readFile(path.join(root, 'src/README.md'), 'utf8'));
const faults: string[] = [];

for await (const file of glob('src/**/*.{ts,astro}', { cwd: root })) {
  if (/\.(test|fixture)\.ts$/.test(file) || /\/fixtures\//.test(file)) continue;
  const folder = file.split(path.sep)[1] ?? '';
  const rights = table.get(folder);
  if (!rights) faults.push(`${file}: the folder "${folder}" is not in the table of src/README.md.`);
  else
    for (const fault of faultsOf(await readFile(path.join(root, file), 'utf8'), folder, rights))
      faults.push(`${file}: ${fault}`);
}

for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;

function* faultsOf(source: string, folder: string, rights: Rights): Generator<string> {
  for (const [, target = ''] of source.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)) {
    const seam = /^#([a-z]+)\//.exec(target)?.[1];
    if (target.startsWith('node:') && !rights.node) yield `may not use ${target}.`;
    if (seam === folder) yield `imports ${target} of its own folder; use a relative path.`;
    else if (seam && !['registry', 'schemas'].includes(seam) && !rights.folders.has(seam))
      yield `may not import ${target}.`;
    if (target.startsWith('../') && leavesFolder(target)) yield `leaves its folder by ${target}; use a subpath import.`;
  }
}

/** A folder's subfolders may reach up to the folder, and JSON is reached by subpath import. */
function leavesFolder(target: string): boolean {
  return /\/(manifest|listing|query|draft|store|verify|submission|mcp|edge|node|cli|site|scripts)\//.test(target);
}

function rightsIn(markdown: string): Map<string, Rights> {
  const rows = markdown
    .slice(markdown.indexOf('| folder | may import |'))
    .matchAll(/^\| (\w+) \| (.+?) \| (yes|no) \|$/gm);
  return new Map(
    Array.from(rows, ([, folder = '', imports = '', node]) => [
      folder,
      { folders: new Set(imports.split(', ')), node: node === 'yes' },
    ]),
  );
}
