import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Metafile } from 'esbuild';

/** Collects the licenses of all bundled packages as Markdown. */
export async function collectLicenses(root: string, metafiles: readonly (Metafile | undefined)[]): Promise<string> {
  const inputs = metafiles.flatMap(metafile => Object.keys(metafile?.inputs ?? {}));
  const packages = new Set(inputs.flatMap(input => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0] ?? []));
  const parts = [...packages].sort().map(folder => license(path.join(root, folder)));
  return `# Licenses of bundled packages\n\n${(await Promise.all(parts)).join('\n')}`;
}

async function license(folder: string): Promise<string> {
  const { name, version, license } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  const file = (await readdir(folder)).find(each => /^(licen[cs]e|copying)/i.test(each));
  const text = file === undefined ? '' : (await readFile(path.join(folder, file), 'utf8')).trim();
  return `## ${name} ${version} (${license})\n\n${text}\n`;
}
