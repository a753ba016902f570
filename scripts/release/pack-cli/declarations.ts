import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** The type declarations of a folder's modules, by file name; tests and fixtures have none. */
export function declarations(folder: string): (readonly [name: string, text: string])[] {
  const sources = readdirSync(folder).filter(name => /^[\w-]+\.ts$/.test(name));
  return sources.map(name => {
    const { outputText, diagnostics = [] } = ts.transpileDeclaration(readFileSync(path.join(folder, name), 'utf8'), {
      fileName: name,
      compilerOptions: { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.NodeNext, declaration: true },
    });
    const [fault] = diagnostics;
    if (fault) throw new Error(`${name}: ${ts.flattenDiagnosticMessageText(fault.messageText, '\n')}`);
    return [name.replace(/\.ts$/, '.d.ts'), outputText.replace(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'")] as const;
  });
}
