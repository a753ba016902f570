import path from 'node:path';
import { createGit } from '#submission/git/git.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/**
 * Returns the full hash of the commit that is built or served: the configured one, else that of this clone; null if
 * there is no clone, as in an unpacked archive.
 */
export async function getServedCommit(configured: string | undefined): Promise<string | null> {
  if (configured !== undefined) return configured;
  return createGit(path.join(ROOT, '.git'))
    .run(['rev-parse', '--verify', 'HEAD'])
    .then(
      output => String(output).trim(),
      () => null,
    );
}
