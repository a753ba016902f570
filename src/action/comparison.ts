import { manifestText } from '#cli/manifest/manifest-text.ts';
import { diffManifests, type ManifestChange } from '#manifest/diff.ts';
import type { Repository } from '#submission/github/api/repository.ts';
import { readRepositoryFile } from '#submission/github/api/repository-file.ts';
import type { CheckedManifest } from './manifest-file.ts';

/** A manifest beside the one that it takes the place of. */
export interface Comparison {
  /** Undefined where nothing could be compared. */
  readonly differences: readonly ManifestChange[] | undefined;
  /** Why it was not compared: a sentence; undefined where it was. */
  readonly about?: string;
  /** The commit that it was compared with, in full, to which GitHub links. */
  readonly base?: string;
}

/**
 * Compares a manifest with the same file of an earlier commit, which is read through GitHub's API, so that a shallow
 * checkout will do.
 *
 * @throws RequestError when GitHub does not answer
 */
export async function comparison(
  repository: Repository,
  before: string | undefined,
  file: string,
  now: CheckedManifest,
): Promise<Comparison> {
  if (before === undefined) return none('There is no earlier commit to compare it with.');
  const earlier = await readRepositoryFile(repository, before, file);
  if (earlier === undefined) return none(`At ${before} there is no such file, so there is nothing to compare it with.`);
  if ('refusal' in now) return none('It was not compared.');
  const [old, fresh] = [manifestText(earlier, `The file at ${before}`), manifestText(now.bytes, 'It')];
  if ('refusal' in old) return none(`${old.refusal} So nothing was compared.`);
  if ('refusal' in fresh) return none('It was not compared.');
  return { differences: diffManifests(old.manifest, fresh.manifest), base: before };
}

function none(about: string): Comparison {
  return { differences: undefined, about };
}
