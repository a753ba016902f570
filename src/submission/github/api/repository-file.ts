import { fromBase64 } from '#listing/encoding/base64.ts';
import { isStatus } from './api-error.ts';
import { place, type Repository } from './repository.ts';

/**
 * Reads a file of a branch.
 *
 * @param branch which branch; one that does not exist has no files
 * @returns undefined when there is no such file
 */
export async function readRepositoryFile(
  repository: Repository,
  branch: string,
  path: string,
): Promise<Uint8Array | undefined> {
  try {
    const target = { ...place(repository), path, ref: branch };
    const { data } = await repository.octokit.request('GET /repos/{owner}/{repo}/contents/{path}', target);
    if (Array.isArray(data) || data.type !== 'file') return undefined;
    // Above 1 MB GitHub gives the name of the content in place of the content.
    return data.encoding === 'base64' ? fromBase64(data.content) : await readBlob(repository, data.sha);
  } catch (error) {
    if (isStatus(error, 404)) return undefined;
    throw error;
  }
}

/** Reads the content of a file by its name in git. */
export async function readBlob(repository: Repository, file_sha: string): Promise<Uint8Array> {
  const target = { ...place(repository), file_sha };
  const { data } = await repository.octokit.request('GET /repos/{owner}/{repo}/git/blobs/{file_sha}', target);
  return fromBase64(data.content);
}
