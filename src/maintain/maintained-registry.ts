import path from 'node:path';
import { quoteIfNeeded } from '#calls/snippets/quote-for-shell.ts';
import { writeAtomically } from '#store/atomic-file.ts';
import { findRepository } from '#submission/git/find-repository.ts';
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
   * @returns a description of the result and the next step. Empty if nothing was written, and nothing is left to commit
   */
  write(files: readonly ChangedFile[], subject: string): Promise<string>;
}

export interface ChangedFile {
  /** The path below the registry directory, with slashes. */
  readonly path: string;
  /** Undefined if the file has the right content: an earlier command wrote it, but maybe it is not committed yet. */
  readonly content: string | undefined;
}

/** Opens a registry, which must be locked. */
export async function openMaintainedRegistry(setup: Setup, now: number): Promise<MaintainedRegistry> {
  return { setup, now, write: setup.isOwn ? await createCommitWriter(setup, now) : createFileWriter(setup) };
}

async function createCommitWriter({ registryDir, siteName }: Setup, now: number): Promise<MaintainedRegistry['write']> {
  const repository = await openRecordRepository(path.dirname(registryDir), { now, author: siteName });
  return async (changes, subject) => {
    const files = changes.filter(({ content }) => content !== undefined);
    if (files.length === 0) return '';
    const message = { subject, body: 'By a maintainer.' };
    await repository.commit([{ message, time: now, files }]);
    await repository.restore();
    return `Committed to ${registryDir}. The server shows the change after its next start.`;
  };
}

function createFileWriter({ registryDir }: Setup): MaintainedRegistry['write'] {
  return async (files, subject) => {
    const targets: string[] = [];
    const written: string[] = [];
    for (const { path: place, content } of files) {
      const target = path.join(registryDir, place);
      targets.push(target);
      if (content === undefined) continue;
      await writeAtomically(target, content);
      written.push(target);
    }
    const uncommitted = await findUncommitted(registryDir, targets);
    const result = written.length > 0 ? `Wrote ${written.join(' and ')}.` : 'Not committed yet.';
    if (uncommitted.length === 0) return written.length > 0 ? result : '';
    const quoted = uncommitted.map(quoteIfNeeded).join(' ');
    // Git commits a path only if it tracks it, and the first block creates the blocklist.
    return `${result} To commit:\n  git add -- ${quoted} && git commit --message "${subject}" -- ${quoted}`;
  };
}

/** Returns the files that differ from the last commit. Empty without a repository. */
async function findUncommitted(registryDir: string, files: readonly string[]): Promise<readonly string[]> {
  const repository = await findRepository(registryDir).catch(() => undefined);
  if (!repository) return [];
  const { git, top: workTree } = repository;
  const isUncommitted = async (file: string) => {
    const args = ['status', '--porcelain', '--untracked-files=all', '--', path.resolve(file)];
    return String(await git.run(args, { workTree })) !== '';
  };
  const found = await Promise.all(files.map(isUncommitted));
  return files.filter((_, index) => found[index]);
}

/** Joins the lines of a result. Leaves out empty ones. */
export function joinLines(...lines: readonly string[]): string {
  return lines.filter(line => line !== '').join('\n');
}
