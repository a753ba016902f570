import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';

/** The product modules of a checkout and the modules that each imports. Paths are relative to the root. */
export type ImportGraph = ReadonlyMap<string, readonly Import[]>;

export interface Import {
  /** The specifier as written, for messages. */
  readonly specifier: string;
  /** The imported file; undefined for packages and Node's own modules. */
  readonly target: string | undefined;
}

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g;

/** Reads the imports of all product modules under `src/`. Skips tests and fixtures, which may import anything. */
export async function readImportGraph(root: string): Promise<ImportGraph> {
  const aliases = await readAliases(root);
  const graph = new Map<string, readonly Import[]>();
  for await (const file of glob('src/**/*.{ts,astro}', { cwd: root })) {
    if (/\.(test|fixture)\.ts$|\/fixtures\//.test(file)) continue;
    const source = await readFile(path.join(root, file), 'utf8');
    graph.set(
      file,
      Array.from(source.matchAll(IMPORT), ([, specifier = '']) => ({
        specifier,
        target: resolveImport(file, specifier, aliases),
      })),
    );
  }
  return graph;
}

/** Finds groups of modules that import each other in a circle (strongly connected components, by Tarjan). */
export function findCycles(graph: ImportGraph): string[][] {
  const cycles: string[][] = [];
  const indexes = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const visit = (file: string): number => {
    const index = indexes.size;
    indexes.set(file, index);
    let low = index;
    stack.push(file);
    for (const { target } of graph.get(file) ?? []) {
      if (target === undefined || target === file || !graph.has(target)) continue;
      const known = indexes.get(target);
      if (known === undefined) low = Math.min(low, visit(target));
      else if (stack.includes(target)) low = Math.min(low, known);
    }
    lowest.set(file, low);
    if (low === index) {
      const members = stack.splice(stack.indexOf(file));
      if (members.length > 1) cycles.push(members.sort());
    }
    return low;
  };
  for (const file of graph.keys()) if (!indexes.has(file)) visit(file);
  return cycles;
}

type Aliases = readonly (readonly [prefix: string, folder: string])[];

async function readAliases(root: string): Promise<Aliases> {
  const { imports } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  return Object.entries(imports as Record<string, string>).map(
    ([prefix, folder]) => [prefix.replace('*', ''), path.posix.normalize(folder).replace('*', '')] as const,
  );
}

function resolveImport(file: string, specifier: string, aliases: Aliases): string | undefined {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(file), specifier);
  const alias = aliases.find(([prefix]) => specifier.startsWith(prefix));
  return alias && alias[1] + specifier.slice(alias[0].length);
}
