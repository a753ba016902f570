import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { RegistryError } from '#client/registry-error.ts';
import { type Connection, readBytes, sendRequest } from '#client/send-request.ts';

/** The files of a registry, in a mirror or in the registry itself. */
export interface ExportSource {
  /** Reads the file at a URL path of the registry. Returns undefined for a missing file. */
  read(urlPath: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
}

/** Reads the files of a mirror. Paths cannot leave the folder. */
export function createFolderSource(folder: string): ExportSource {
  return {
    async read(urlPath) {
      const file = path.join(folder, path.posix.normalize(`/${urlPath}`));
      const stats = await stat(file).catch(() => undefined);
      return stats?.isFile() ? new Uint8Array(await readFile(file)) : undefined;
    },
  };
}

/** Each read throws a RegistryError if the registry is unreachable or rejects the request. */
export function createRegistrySource(connection: Connection, signal: AbortSignal): ExportSource {
  return {
    async read(urlPath) {
      try {
        const response = await sendRequest(connection, { path: urlPath, signal });
        return await readBytes(connection, response, signal);
      } catch (error) {
        if (error instanceof RegistryError && error.status === 404) return undefined;
        throw error;
      }
    },
  };
}
