import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { vi } from 'vitest';

/** A disk that becomes full. */
export interface FullDisk {
  /** The file handles whose appends failed. */
  readonly failed: readonly FileHandle[];
  /** Frees space. */
  free(): void;
}

/**
 * Fails all appends to open files of this process with ENOSPC after some of them.
 * @param folder for a temporary file
 * @param appends the number of successful appends
 */
export async function fillDisk(folder: string, appends: number): Promise<FullDisk> {
  const probe = await open(path.join(folder, 'probe'), 'w');
  await probe.close();
  const prototype: FileHandle = Object.getPrototypeOf(probe);
  const { appendFile } = prototype;
  const failed: FileHandle[] = [];
  let left = appends;
  const spy = vi.spyOn(prototype, 'appendFile').mockImplementation(function (this: FileHandle, ...args) {
    if (left-- > 0) return appendFile.apply(this, args);
    failed.push(this);
    return Promise.reject(new Error('ENOSPC'));
  });
  return { failed, free: () => spy.mockRestore() };
}
