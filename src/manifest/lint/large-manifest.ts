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

/** Returns the size of a value without members in JSON. Most strings have one byte per character. */
function getValueSize(value: unknown): number {
  if (typeof value !== 'string') return String(value).length;
  return /^[ !#-[\]-~]*$/.test(value) ? value.length + 2 : encoder.encode(JSON.stringify(value)).length;
}

/** Returns the size of the manifest as compact JSON. Not recursive, because additional members may be nested deeply. */
function getCompactSize(manifest: Manifest): number {
  const open: object[] = [manifest];
  let bytes = 0;
  const add = (item: unknown) => {
    if (typeof item === 'object' && item !== null) open.push(item);
    else bytes += getValueSize(item);
  };
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    const names = Array.isArray(value) ? undefined : Object.keys(value);
    const items: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
    bytes += 1 + Math.max(1, items.length);
    for (const name of names ?? []) bytes += getValueSize(name) + 1;
    for (const item of items) add(item);
  }
  return bytes;
}
