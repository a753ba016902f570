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

/** Returns the size of a string in JSON. Most strings have one byte per character. */
function getTextSize(text: string): number {
  return /^[ !#-[\]-~]*$/.test(text) ? text.length + 2 : encoder.encode(JSON.stringify(text)).length;
}

/** Returns the size of the manifest as compact JSON. Not recursive, because additional members may be nested deeply. */
function getCompactSize(manifest: Manifest): number {
  const open: unknown[] = [manifest];
  let bytes = 0;
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value === 'string') bytes += getTextSize(value);
    else if (typeof value !== 'object' || value === null) bytes += String(value).length;
    else {
      const names = Array.isArray(value) ? [] : Object.keys(value);
      const items: unknown[] = Object.values(value);
      bytes += 1 + Math.max(1, items.length) + names.reduce((sum, name) => sum + getTextSize(name) + 1, 0);
      for (const item of items) open.push(item);
    }
  }
  return bytes;
}
