import { parseManifest } from '#cli/manifest/parse-manifest.ts';
import { diffManifests, type ManifestChange } from '#manifest/diff.ts';
import type { Repository } from '#submission/github/api/repository.ts';
import { readRepositoryFile } from '#submission/github/api/repository-file.ts';
import type { CheckedManifest } from './manifest-file.ts';

/** The differences between a manifest and its previous version. */
export interface Comparison {
  /** Undefined if there was no comparison. */
  readonly differences: readonly ManifestChange[] | undefined;
  /** The reason why there was no comparison, in one sentence. Undefined otherwise. */
  readonly summary?: string;
  /** The full hash of the compared commit. GitHub turns it into a link. */
  readonly base?: string;
}

/**
 * Compares a manifest with the same file in an earlier commit. Reads that file with the GitHub API, so that a shallow
 * checkout is enough.
 *
 * @throws RequestError if the GitHub API fails
 */
export async function compareManifest(
  repository: Repository,
  before: string | undefined,
  file: string,
  now: CheckedManifest,
): Promise<Comparison> {
  if (before === undefined) return skip('No earlier commit to compare with.');
  const earlier = await readRepositoryFile(repository, before, file);
  if (earlier === undefined) return skip(`At ${before} there is no such file, so there is nothing to compare it with.`);
  if ('refusal' in now) return skip('It was not compared.');
  const [old, fresh] = [parseManifest(earlier, `The file at ${before}`), parseManifest(now.bytes, 'It')];
  if (!old.ok) return skip(`${old.error} So nothing was compared.`);
  if (!fresh.ok) return skip('It was not compared.');
  return { differences: diffManifests(old.value.manifest, fresh.value.manifest), base: before };
}

function skip(summary: string): Comparison {
  return { differences: undefined, summary };
}
