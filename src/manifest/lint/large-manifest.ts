import type { Manifest } from '../manifest.ts';
import type { LintRule } from './rule.ts';

const MAX_BYTES = 256 * 1024;

export const largeManifest: LintRule = {
  name: 'large-manifest',
  severity: 'info',
  hint: 'Describe only what agents need, and link to the documentation for the rest.',
  anchor: 'lint-large-manifest',
  *check(manifest) {
    const bytes = getCompactSize(manifest);
    if (bytes > MAX_BYTES)
      yield {
        pointer: '',
        message: `The manifest has ${Math.ceil(bytes / 1024)} KiB. Many agents cannot read more than ${MAX_BYTES / 1024} KiB.`,
      };
  },
};

const encoder = new TextEncoder();

/** Returns whether each character of a string has one byte in JSON, as in most strings. */
function isPlain(text: string): boolean {
  return /^[ !#-[\]-~]*$/.test(text);
}

/** Returns the size of the manifest as compact JSON. Not recursive, because additional members may be nested deeply. */
function getCompactSize(manifest: Manifest): number {
  const open: object[] = [manifest];
  /** Strings that are not plain. They are encoded together, because a manifest can have 300,000 of them. */
  const others: string[] = [];
  let bytes = 0;
  const add = (item: unknown) => {
    if (typeof item === 'object' && item !== null) open.push(item);
    else if (typeof item !== 'string') bytes += String(item).length;
    else if (isPlain(item)) bytes += item.length + 2;
    else others.push(item);
  };
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    const names = Array.isArray(value) ? undefined : Object.keys(value);
    const items: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
    bytes += 1 + Math.max(1, items.length) + (names?.length ?? 0);
    for (const name of names ?? []) add(name);
    for (const item of items) add(item);
  }
  const separators = others.length + 1;
  return others.length === 0 ? bytes : bytes + encoder.encode(JSON.stringify(others)).length - separators;
}
