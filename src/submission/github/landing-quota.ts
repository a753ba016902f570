import type { ListingRecord } from '#listing/listing-record.ts';
import { type Origin, parseOrigin } from '#listing/origin.ts';
import { limitUnit } from '../limit-unit.ts';
import type { ListingIndex } from '../listing-index.ts';
import { place, type Repository } from './api/repository.ts';
import { readBlob } from './api/repository-file.ts';
import { recordFile } from './review/assessment.ts';

/** The daily quota of new listings for a job. */
export interface LandingQuota {
  /** An index of the checked-out records. */
  readonly index: ListingIndex;
  /** The maximum number of new listings per limit unit and UTC day. Undefined if an origin has no limit. */
  readonly limitFor: (origin: Origin) => number | undefined;
}

/** The daily quota of a limit unit is exceeded. */
export class QuotaError extends Error {
  override readonly name = 'QuotaError';
  readonly limit: number;

  constructor(unit: string, limit: number) {
    super(`${limit} APIs of ${unit} were listed today, which is the daily limit.`);
    this.limit = limit;
  }
}

/**
 * Counts the new listings of a record's limit unit in a tree of the base branch: those in the checkout, and those
 * merged since.
 *
 * @param tree undefined if the base branch does not exist
 * @returns undefined if the record may be merged, because it is already in the tree or within the quota
 */
export async function quotaError(
  repository: Repository,
  tree: string | undefined,
  record: ListingRecord,
  { index, limitFor }: LandingQuota,
): Promise<QuotaError | undefined> {
  const origin = parseOrigin(record.url);
  const limit = origin.ok ? limitFor(origin.value) : 0;
  if (limit === undefined) return undefined;
  const files = tree === undefined ? [] : await listFolder(repository, tree, getFolder(record.id));
  if (files.some(({ path }) => path === `${record.id}.json`)) return undefined;

  const unit = limitUnit(record);
  const merged = files.filter(({ path }) => isOfUnit(path, unit, index));
  const days = await Promise.all(merged.map(({ sha }) => readDay(repository, sha)));
  const today = record.created_at.slice(0, 10);
  const count = index.listedOn(Date.parse(record.created_at), record) + days.filter(day => day === today).length;
  return count >= limit ? new QuotaError(unit, limit) : undefined;
}

/** All records of a limit unit are in one folder. */
function getFolder(id: string): string {
  return recordFile(id).split('/').slice(0, -1).join('/');
}

interface TreeEntry {
  readonly path: string;
  readonly sha: string;
}

/** The entries of a folder; none if it does not exist. */
async function listFolder(repository: Repository, tree: string, folder: string): Promise<readonly TreeEntry[]> {
  let entries = await listTree(repository, tree);
  for (const name of folder.split('/')) {
    const found = entries.find(({ path }) => path === name);
    if (!found) return [];
    entries = await listTree(repository, found.sha);
  }
  return entries;
}

async function listTree(repository: Repository, tree_sha: string): Promise<readonly TreeEntry[]> {
  const target = { ...place(repository), tree_sha };
  const { data } = await repository.octokit.request('GET /repos/{owner}/{repo}/git/trees/{tree_sha}', target);
  if (data.truncated) throw new Error(`GitHub returned an incomplete listing of tree ${tree_sha}.`);
  return data.tree;
}

/** Whether a file is a record of a limit unit that the checkout does not contain. */
function isOfUnit(file: string, unit: string, index: ListingIndex): boolean {
  const id = file.replace(/\.json$/, '');
  if (id === file || index.has(id)) return false;
  const origin = parseOrigin(`https://${id.replace(/_(\d+)$/, ':$1')}`);
  return origin.ok && limitUnit(origin.value) === unit;
}

async function readDay(repository: Repository, blob: string): Promise<string> {
  const { created_at } = JSON.parse(new TextDecoder().decode(await readBlob(repository, blob))) as ListingRecord;
  return created_at.slice(0, 10);
}
