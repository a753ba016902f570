import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openRecordRepository } from '#submission/local/record-repository.ts';
import type { Setup } from './revalidation-setup.ts';

/** A registry that a maintainer changes. */
export interface MaintainedRegistry {
  readonly setup: Setup;
  /** Milliseconds since 1970. */
  readonly now: number;
  /**
   * Writes a file: as a commit in a local registry, else as it is, for a person to commit.
   *
   * @param file from the registry's folder, with slashes
   * @param subject of the commit
   * @returns what was done, and what is left to do
   */
  write(file: string, text: string, subject: string): Promise<string>;
}

/** Opens what `setup` names; a local registry's data directory has to be locked. */
export async function maintainedRegistry(setup: Setup, now: number): Promise<MaintainedRegistry> {
  return { setup, now, write: setup.isOwn ? await committing(setup, now) : writing(setup) };
}

async function committing({ registryDir, siteName }: Setup, now: number): Promise<MaintainedRegistry['write']> {
  const repository = await openRecordRepository(path.dirname(registryDir), { now, author: siteName });
  return async (file, text, subject) => {
    const message = { subject, body: 'By a maintainer.' };
    await repository.commit([{ message, time: now, files: [{ path: file, content: text }] }]);
    await repository.restore();
    return `Committed to ${registryDir}. The server shows it as soon as it is started.`;
  };
}

function writing({ registryDir }: Setup): MaintainedRegistry['write'] {
  return async (file, text, subject) => {
    const place = path.join(registryDir, file);
    await mkdir(path.dirname(place), { recursive: true });
    await writeFile(`${place}.draft`, text);
    await rename(`${place}.draft`, place);
    return `Wrote ${place}. Nothing is committed yet:\n  git commit --message "${subject}" -- ${place}`;
  };
}
