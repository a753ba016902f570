import { access, glob } from 'node:fs/promises';
import { failure, type Result, success } from '#manifest/result.ts';
import { isUrl } from '../registry/urls.ts';

const MAX_FILES = 1000;

/** Replaces patterns such as `apis/**\/*.json` with the files that match. Fails if a pattern matches none. */
export async function expandTargets(targets: readonly string[]): Promise<Result<readonly string[], string>> {
  const expanded: string[] = [];
  for (const target of targets) {
    if (isUrl(target) || !/[*?[{]/.test(target) || (await exists(target))) {
      expanded.push(target);
      continue;
    }
    const files: string[] = [];
    for await (const file of glob(target, { exclude: path => path === 'node_modules' || path === '.git' }))
      files.push(file);
    if (files.length === 0) return failure(`No file matches ${target}.`);
    expanded.push(...files.sort());
  }
  const unique = [...new Set(expanded)];
  return unique.length > MAX_FILES ? failure(`Too many files. The maximum is ${MAX_FILES}.`) : success(unique);
}

async function exists(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch {
    return false;
  }
}
