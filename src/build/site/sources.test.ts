import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { sourceFiles } from './sources.ts';

test('includes each file that a source imports from elsewhere in the project', () => {
  const sources = new Set(sourceFiles());
  const imported = new Set<string>();
  for (const source of sources) {
    if (!/\.(ts|astro|mjs)$/.test(source) || /\.(test|fixture)\.ts$/.test(source)) continue;
    for (const [, from = ''] of readFileSync(source, 'utf8').matchAll(/ from '([#.][^']*)'/g)) {
      const file = from.startsWith('#')
        ? from
            .replace('#registry/', 'registry/')
            .replace('#schemas/', 'public/schemas/')
            .replace('#scripts/', 'scripts/')
        : path.join(path.dirname(source), from);
      if (!file.startsWith('#')) imported.add(file.replaceAll(path.sep, '/').replace(/\?url$/, ''));
    }
  }
  expect(imported.size).toBeGreaterThan(100);
  expect([...imported].filter(file => !sources.has(file))).toEqual([]);
});
