import path from 'node:path';
import type { ImportGraph } from './import-graph.ts';

/** The maximum number of modules in a folder: more do not fit in one view. */
const MAX_MODULES = 22;

/** Folders with one module per lint rule or tool. They are lists, whose length does not matter. */
const LISTS: ReadonlySet<string> = new Set(['src/manifest/lint', 'src/mcp/tools']);

/** Returns one line for each folder with too many modules. */
export function findWideFolders(graph: ImportGraph): string[] {
  const modules = Map.groupBy(graph.keys(), file => path.posix.dirname(file));
  return [...modules].flatMap(([folder, { length }]) =>
    length <= MAX_MODULES || LISTS.has(folder)
      ? []
      : [
          `${folder} has ${length} modules, more than ${MAX_MODULES}. Group some of them in a folder for their subject.`,
        ],
  );
}
