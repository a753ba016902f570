import path from 'node:path';
import { expect, test } from 'vitest';
import moved from './public-surface/moved.json' with { type: 'json' };
import { readPublicSurface } from './public-surface/public-surface.ts';
import released from './public-surface/released.json' with { type: 'json' };

const ROOT = path.resolve(import.meta.dirname, '../..');

/** `released.json` holds the public names of the last release. A rename breaks clients, so it needs an entry here. */
const MOVED: Readonly<Record<string, Readonly<Record<string, string>>>> = moved;

test.each(Object.entries(released))('keeps all released %s', async (kind, names) => {
  const current = new Set((await readPublicSurface(ROOT))[kind]);
  const missing = names.filter(name => !current.has(name) && !current.has(MOVED[kind]?.[name] ?? ''));
  expect(missing).toEqual([]);
});

test('lists only renames of names that are gone', async () => {
  const current = await readPublicSurface(ROOT);
  for (const [kind, renames] of Object.entries(MOVED))
    for (const [before, after] of Object.entries(renames)) {
      expect(current[kind]).not.toContain(before);
      expect(current[kind]).toContain(after);
    }
});
