import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { quoteIfNeeded } from '#calls/snippets/quote-for-shell.ts';
import { openRecordRepository } from '#submission/local/record-repository.ts';
import type { Setup } from './revalidation-setup.ts';

/** A registry that a maintainer can change. */
export interface MaintainedRegistry {
  readonly setup: Setup;
  /** Milliseconds since 1970. */
  readonly now: number;
  /**
   * Writes files. In a local registry, also commits them.
   *
   * @param subject the subject of the commit
   * @returns a description of the result and the next step
   */
  write(files: readonly ChangedFile[], subject: string): Promise<string>;
}

export interface ChangedFile {
  /** The path below the registry directory, with slashes. */
  readonly path: string;
  readonly content: string;
}

/** Opens a registry. The data directory of a local registry must be locked. */
export async function openMaintainedRegistry(setup: Setup, now: number): Promise<MaintainedRegistry> {
  return { setup, now, write: setup.isOwn ? await createCommitWriter(setup, now) : createFileWriter(setup) };
}

async function createCommitWriter({ registryDir, siteName }: Setup, now: number): Promise<MaintainedRegistry['write']> {
  const repository = await openRecordRepository(path.dirname(registryDir), { now, author: siteName });
  return async (files, subject) => {
    const message = { subject, body: 'By a maintainer.' };
    await repository.commit([{ message, time: now, files }]);
    await repository.restore();
    return `Committed to ${registryDir}. The server shows the change after its next start.`;
  };
}

function createFileWriter({ registryDir }: Setup): MaintainedRegistry['write'] {
  return async (files, subject) => {
    const targets = files.map(file => path.join(registryDir, file.path));
    for (const [index, target] of targets.entries()) {
      await mkdir(path.dirname(target), { recursive: true });
      await writeFile(`${target}.draft`, files[index]?.content ?? '');
      await rename(`${target}.draft`, target);
    }
    const quoted = targets.map(quoteIfNeeded).join(' ');
    // Git commits a path only if it tracks it, and the first block creates the blocklist.
    const command = `git add -- ${quoted} && git commit --message "${subject}" -- ${quoted}`;
    return `Wrote ${targets.join(' and ')}. To commit:\n  ${command}`;
  };
}
