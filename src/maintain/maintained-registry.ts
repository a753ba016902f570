import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openRecordRepository } from '#submission/local/record-repository.ts';
import type { Setup } from './revalidation-setup.ts';

/** A registry that a maintainer can change. */
export interface MaintainedRegistry {
  readonly setup: Setup;
  /** Milliseconds since 1970. */
  readonly now: number;
  /**
   * Writes a file. In a local registry, also commits it.
   *
   * @param file the path below the registry directory, with slashes
   * @param subject the subject of the commit
   * @returns a description of the result and the next step
   */
  write(file: string, text: string, subject: string): Promise<string>;
}

/** Opens a registry. The data directory of a local registry must be locked. */
export async function openMaintainedRegistry(setup: Setup, now: number): Promise<MaintainedRegistry> {
  return { setup, now, write: setup.isOwn ? await createCommitWriter(setup, now) : createFileWriter(setup) };
}

async function createCommitWriter({ registryDir }: Setup, now: number): Promise<MaintainedRegistry['write']> {
  const repository = await openRecordRepository(path.dirname(registryDir), { now });
  return async (file, text, subject) => {
    const message = { subject, body: 'By a maintainer.' };
    await repository.commit([{ message, time: now, files: [{ path: file, content: text }] }]);
    await repository.restore();
    return `Committed to ${registryDir}. The server shows the change after its next start.`;
  };
}

function createFileWriter({ registryDir }: Setup): MaintainedRegistry['write'] {
  return async (file, text, subject) => {
    const target = path.join(registryDir, file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(`${target}.draft`, text);
    await rename(`${target}.draft`, target);
    return `Wrote ${target}. To commit it:\n  git commit --message "${subject}" -- ${target}`;
  };
}
