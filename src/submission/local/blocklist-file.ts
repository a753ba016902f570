import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseJsonText } from '#manifest/json-text.ts';
import { type Blocklist, parseBlocklist } from '../blocklist.ts';

/**
 * Reads the `refused.json` of registries' folders, the first of which counts; where there is none, nothing is refused.
 * @throws RangeError when one is broken, fit to show to the operator: to go on would list what was refused for good
 */
export async function readBlocklist(...registryDirs: readonly string[]): Promise<Blocklist> {
  const lists = await Promise.all(registryDirs.map(readList));
  return origin => lists.map(refusals => refusals(origin)).find(reason => reason !== undefined);
}

async function readList(registryDir: string): Promise<Blocklist> {
  const file = path.join(registryDir, 'refused.json');
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return '[]';
    throw error;
  });
  const parsed = parseJsonText(bytes);
  const result = parsed.ok ? parseBlocklist(parsed.value) : { ok: false as const, findings: parsed.error };
  if (result.ok) return result.refusals;
  const faults = result.findings.map(({ pointer, message, hint }) => `${pointer || '(document)'}: ${message} ${hint}`);
  throw new RangeError(`${file} is broken: ${faults.join(' ')}`);
}
