/**
 * Checks the imports of `src/` against the tables in `src/README.md`: which folder may import which, which may use
 * Node's own modules, and that no modules import each other in a circle. Exits with 1 and one line for each problem.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { findCycles, readImportGraph } from './imports/import-graph.ts';
import { findImportErrors, parseImportTable } from './imports/import-rules.ts';

const root = path.resolve(import.meta.dirname, '../..');
const graph = await readImportGraph(root);
const table = parseImportTable(await readFile(path.join(root, 'src/README.md'), 'utf8'));
const errors = [
  ...findImportErrors(graph, table),
  ...findCycles(graph).map(
    cycle => `Import cycle: ${cycle.join(' -> ')}. Move what they share into a module of its own.`,
  ),
];

for (const error of errors) console.error(error);
process.exitCode = errors.length > 0 ? 1 : 0;
