import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { RegistryError } from '#client/registry-error.ts';
import { type Connection, sendRequest } from '#client/send-request.ts';

/** Where the files of a registry are read: a mirror's folder, or the registry itself. */
export interface ExportSource {
  /** @param place a path of the registry; undefined when there is no such file */
  read(place: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
}

export function folderSource(folder: string): ExportSource {
  return {
    async read(place) {
      const file = path.join(folder, path.posix.normalize(`/${place}`));
      const found = await stat(file).catch(() => undefined);
      return found?.isFile() ? new Uint8Array(await readFile(file)) : undefined;
    },
  };
}

/** @throws RegistryError when the registry cannot be asked, or will not answer */
export function registrySource(connection: Connection, signal: AbortSignal): ExportSource {
  return {
    async read(place) {
      try {
        const response = await sendRequest(connection, { path: place, signal });
        return new Uint8Array(await response.arrayBuffer());
      } catch (error) {
        if (error instanceof RegistryError && error.status === 404) return undefined;
        throw error;
      }
    },
  };
}
