import type { Manifest } from '../manifest.ts';
import type { LintRule } from './rule.ts';

const LARGE = 256 * 1024;

export const largeManifest: LintRule = {
  name: 'large-manifest',
  severity: 'info',
  hint: 'Describe what agents need, and link to the rest in documentation.',
  anchor: 'lint-large-manifest',
  *check(manifest) {
    const bytes = compactSize(manifest);
    if (bytes > LARGE)
      yield {
        pointer: '',
        message: `The manifest has ${Math.ceil(bytes / 1024)} KiB; many agents cannot read more than ${LARGE / 1024} KiB.`,
      };
  },
};

const encoder = new TextEncoder();

/** The bytes of a string in JSON; most have a byte for each character. */
function bytesOf(text: string): number {
  return /^[ !#-[\]-~]*$/.test(text) ? text.length + 2 : encoder.encode(JSON.stringify(text)).length;
}

/** The bytes of the manifest as compact JSON, found without recursion, since further members may be nested deeply. */
function compactSize(manifest: Manifest): number {
  const open: unknown[] = [manifest];
  let bytes = 0;
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value === 'string') bytes += bytesOf(value);
    else if (typeof value !== 'object' || value === null) bytes += String(value).length;
    else {
      const names = Array.isArray(value) ? [] : Object.keys(value);
      const items: unknown[] = Object.values(value);
      bytes += 1 + Math.max(1, items.length) + names.reduce((sum, name) => sum + bytesOf(name) + 1, 0);
      for (const item of items) open.push(item);
    }
  }
  return bytes;
}
