import type { ImportGraph } from './import-graph.ts';

/** The import table of `src/README.md`: by folder under `src/`, such as `query` or `query/text`. */
export type ImportTable = ReadonlyMap<string, FolderRule>;

interface FolderRule {
  /** Folders that this folder may import; `–` for none. */
  readonly allowed: ReadonlySet<string>;
  /** Whether the folder may use Node's modules. */
  readonly node: boolean;
}

/** JSON data that every folder may import. */
const DATA = /^(registry|public\/schemas)\//;

/** Parses the rows `| folder | may import | node: |` of every import table in `src/README.md`. */
export function parseImportTable(markdown: string): ImportTable {
  const rows = markdown.matchAll(/^\| `?([\w/]+)`? \| (.+?) \| (yes|no) \|$/gm);
  return new Map(
    Array.from(rows, ([, folder = '', allowed = '', node]) => [
      folder,
      { allowed: new Set(allowed.split(/,\s*/)), node: node === 'yes' },
    ]),
  );
}

/** Returns one line for each import that the table does not allow. */
export function findImportErrors(graph: ImportGraph, table: ImportTable): string[] {
  const errors: string[] = [];
  for (const [file, imports] of graph) {
    const folder = file.split('/')[1] ?? '';
    const rule = table.get(folder);
    if (!rule) {
      errors.push(`${file}: add a row for src/${folder} to the import table of src/README.md.`);
      continue;
    }
    for (const { specifier, target } of imports) {
      const problem = target === undefined ? findNodeError(specifier, rule) : findFolderError(file, target, table);
      if (problem) errors.push(`${file}: ${problem}`);
      else if (target?.startsWith(`src/${folder}/`) && specifier.startsWith('#'))
        errors.push(`${file}: import ${specifier} by its relative path; it is in the same folder.`);
      else if (
        target &&
        !target.startsWith(`src/${folder}/`) &&
        specifier.startsWith('.') &&
        !DATA.test(target) &&
        target.startsWith('src/')
      )
        errors.push(`${file}: import ${specifier} by its subpath (#…); it is in another folder.`);
    }
  }
  return errors;
}

function findNodeError(specifier: string, { node }: FolderRule): string | undefined {
  return specifier.startsWith('node:') && !node ? `may not use ${specifier}.` : undefined;
}

function findFolderError(file: string, target: string, table: ImportTable): string | undefined {
  if (DATA.test(target)) return undefined;
  if (!target.startsWith('src/')) return target.startsWith('scripts/') ? `may not import ${target}.` : undefined;
  const [from, to] = [findFolder(file, table), findFolder(target, table)];
  const [outerFrom = '', outerTo = ''] = [from.split('/')[0], to.split('/')[0]];
  if (outerFrom !== outerTo) return isAllowed(outerFrom, outerTo, table) ? undefined : `may not import ${target}.`;
  // Folders without a row of their own belong to their parent, which may import any of its inner folders.
  if (from === to || !table.has(from) || !from.includes('/')) return undefined;
  return isAllowed(from, to, table) ? undefined : `may not import ${target}: ${from} is below ${to}.`;
}

function isAllowed(from: string, to: string, table: ImportTable): boolean {
  return table.get(from)?.allowed.has(to) ?? false;
}

/** Returns the innermost folder of a file with a row in the table, or its folder under `src/`. */
function findFolder(file: string, table: ImportTable): string {
  const parts = file.split('/').slice(1, -1);
  for (let length = parts.length; length > 0; length--) {
    const folder = parts.slice(0, length).join('/');
    if (table.has(folder)) return folder;
  }
  return parts[0] ?? '';
}
