import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { vi } from 'vitest';

/**
 * Fails all reads of a file or folder in this process with an error of the system. Permissions would not do, because root
 * ignores them.
 * @returns a function that makes it readable again
 */
export function makeUnreadable(target: string, code: string): () => void {
  const fail = () => {
    throw Object.assign(new Error(`${code}: simulated, '${target}'`), { code, syscall: 'read' });
  };
  const isTarget = (file: unknown) => String(file).replace(/\/+$/, '').replaceAll('//', '/') === target;
  const { readFileSync, readdirSync } = fs;
  const { readFile } = fs.promises;
  const spies = [
    vi
      .spyOn(fs, 'readFileSync')
      .mockImplementation(((...args: Parameters<typeof readFileSync>) =>
        isTarget(args[0]) ? fail() : readFileSync(...args)) as typeof readFileSync),
    vi
      .spyOn(fs, 'readdirSync')
      .mockImplementation(((...args: Parameters<typeof readdirSync>) =>
        isTarget(args[0]) ? fail() : readdirSync(...args)) as typeof readdirSync),
    vi
      .spyOn(fs.promises, 'readFile')
      .mockImplementation((async (...args: Parameters<typeof readFile>) =>
        isTarget(args[0]) ? fail() : readFile(...args)) as typeof readFile),
  ];
  syncBuiltinESMExports();
  return () => {
    for (const spy of spies) spy.mockRestore();
    syncBuiltinESMExports();
  };
}
