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

/** The bytes of the manifest as compact JSON in UTF-8, found without recursion, since further members may be nested deeply. */
function compactSize(manifest: Manifest): number {
  const encoder = new TextEncoder();
  const size = (value: string | number | boolean | null) => encoder.encode(JSON.stringify(value)).length;
  const open: unknown[] = [manifest];
  let bytes = 0;
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === null) {
      bytes += size(value);
      continue;
    }
    const names = Array.isArray(value) ? [] : Object.keys(value);
    const items = Object.values(value);
    bytes += 2 + Math.max(0, items.length - 1) + names.reduce((sum, name) => sum + size(name) + 1, 0);
    for (const item of items) open.push(item);
  }
  return bytes;
}
