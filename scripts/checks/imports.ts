/**
 * Checks the imports of `src/` against the table in `src/README.md`: the folders that each folder may import, the use of
 * Node's modules, import cycles, and folders with too many modules. Prints one line for each problem. Exit status 1 if there
 * are any.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { runScript } from '#cli/terminal/run-script.ts';
import { findCycles, readImportGraph } from './imports/import-graph.ts';
import { findImportErrors, parseImportTable } from './imports/import-rules.ts';
import { findWideFolders } from './imports/wide-folders.ts';

await runScript(async () => {
  const root = path.resolve(import.meta.dirname, '../..');
  const graph = await readImportGraph(root);
  const table = parseImportTable(await readFile(path.join(root, 'src/README.md'), 'utf8'));
  const errors = [
    ...findImportErrors(graph, table),
    ...findCycles(graph).map(
      cycle => `Import cycle: ${cycle.join(' -> ')}. Move the shared code into a separate module.`,
    ),
    ...findWideFolders(graph),
  ];

  for (const error of errors) console.error(error);
  return errors.length > 0 ? 1 : 0;
});
