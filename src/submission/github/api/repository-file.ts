import { fromBase64 } from '#listing/encoding/base64.ts';
import { isStatus } from './api-error.ts';
import { place, type Repository } from './repository.ts';

/**
 * Reads a file of a branch or a commit.
 *
 * @param ref the name of the branch, which may not exist, or the hash of the commit
 * @param maxBytes the maximum size of the file
 * @returns undefined if the file or the branch does not exist, if the path is not a file, such as a submodule, or if the file
 * is larger than the maximum
 */
export async function readRepositoryFile(
  repository: Repository,
  ref: string,
  path: string,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<Uint8Array | undefined> {
  try {
    const target = { ...place(repository), path, ref };
    const { data } = await repository.octokit.request('GET /repos/{owner}/{repo}/contents/{path}', target);
    if (Array.isArray(data) || data.type !== 'file' || data.size > maxBytes) return undefined;
    // For files over 1 MB, GitHub returns only the hash of the content.
    return data.encoding === 'base64' ? fromBase64(data.content) : await readBlob(repository, data.sha);
  } catch (error) {
    if (isStatus(error, 404)) return undefined;
    throw error;
  }
}

async function readBlob(repository: Repository, file_sha: string): Promise<Uint8Array> {
  const target = { ...place(repository), file_sha };
  const { data } = await repository.octokit.request('GET /repos/{owner}/{repo}/git/blobs/{file_sha}', target);
  return fromBase64(data.content);
}
