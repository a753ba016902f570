import { expect, test } from 'vitest';
import { findCycles, type ImportGraph } from './imports/import-graph.ts';
import { findImportErrors, parseImportTable } from './imports/import-rules.ts';
import { findWideFolders } from './imports/wide-folders.ts';

const TABLE = parseImportTable(`
| folder | may import | node: |
|---|---|---|
| manifest | – | no |
| query | manifest | no |
| query/text | – | no |
| query/index | query/text | no |
| server | manifest, query | yes |
`);

test('accepts the imports that the table allows', () => {
  const graph = createGraph({
    'src/query/index/build.ts': [
      '#manifest/manifest.ts=src/manifest/manifest.ts',
      '../text/terms.ts=src/query/text/terms.ts',
    ],
    'src/query/page.ts': ['./text/terms.ts=src/query/text/terms.ts', '#registry/taxonomy.json=registry/taxonomy.json'],
    'src/server/start.ts': ['node:http'],
  });
  expect(findImportErrors(graph, TABLE)).toEqual([]);
});

test.each([
  ['a folder that the table does not allow', 'src/manifest/a.ts', '#query/page.ts=src/query/page.ts'],
  ['an inner folder that the table does not allow', 'src/query/text/a.ts', '../index/b.ts=src/query/index/b.ts'],
  ["Node's own modules where the table forbids them", 'src/query/a.ts', 'node:fs'],
  ['development tooling', 'src/server/a.ts', '../../scripts/bench.ts=scripts/bench.ts'],
  ['the same folder by its subpath', 'src/query/a.ts', '#query/b.ts=src/query/b.ts'],
  ['another folder by a relative path', 'src/query/a.ts', '../manifest/b.ts=src/manifest/b.ts'],
  ['a folder without a row', 'src/unknown/a.ts', './b.ts=src/unknown/b.ts'],
])('reports an import of %s', (_, file, specifier) => {
  expect(findImportErrors(createGraph({ [file]: [specifier] }), TABLE)).toHaveLength(1);
});

test('finds modules that import each other in a circle', () => {
  const graph = createGraph({
    'src/a.ts': ['./b.ts=src/b.ts'],
    'src/b.ts': ['./c.ts=src/c.ts'],
    'src/c.ts': ['./a.ts=src/a.ts', './d.ts=src/d.ts'],
    'src/d.ts': [],
  });
  expect(findCycles(graph)).toEqual([['src/a.ts', 'src/b.ts', 'src/c.ts']]);
});

/** A graph from `specifier=target` pairs by file. */
function createGraph(imports: Readonly<Record<string, readonly string[]>>): ImportGraph {
  return new Map(
    Object.entries(imports).map(([file, pairs]) => [
      file,
      pairs.map(pair => {
        const [specifier = '', target] = pair.split('=');
        return { specifier, target };
      }),
    ]),
  );
}

test('finds folders with too many modules, but no long lists of tools', () => {
  const files = (folder: string, count: number) => Array.from({ length: count }, (_, n) => [`${folder}/${n}.ts`, []]);
  const graph = createGraph(
    Object.fromEntries([...files('src/query', 22), ...files('src/store', 23), ...files('src/mcp/tools', 30)]),
  );
  expect(findWideFolders(graph)).toEqual([expect.stringMatching(/^src\/store has 23 modules/)]);
});
