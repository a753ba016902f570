import { chmod, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createFolder } from '#store/create-folder.ts';

/** Keys that setup created, in a folder that only the operator can read and that Git ignores. */
export interface PrivateFiles {
  readonly folder: string;
  read(name: string): Promise<string | undefined>;
  write(name: string, content: string): Promise<void>;
}

/** Creates access to files in a folder that only the current user can read. */
export function createPrivateFiles(folder: string): PrivateFiles {
  return {
    folder,
    async read(name) {
      return readFile(path.join(folder, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      });
    },
    async write(name, content) {
      createFolder(folder, { mode: 0o700 });
      // The mode of an existing folder or file does not change on its own.
      await chmod(folder, 0o700);
      const file = path.join(folder, name);
      await writeFile(`${file}.new`, content, { mode: 0o600 });
      await chmod(`${file}.new`, 0o600);
      await rename(`${file}.new`, file);
    },
  };
}
