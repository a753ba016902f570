import type { ListingRecord } from '#listing/listing-record.ts';
import { type Origin, parseOrigin } from '#listing/origin.ts';
import { limitUnit } from '../limit-unit.ts';
import type { ListingIndex } from '../listing-index.ts';
import { place, type Repository } from './api/repository.ts';
import { readBlob } from './api/repository-file.ts';
import { recordFile } from './review/assessment.ts';

/** The daily quota of new listings, as a job counts it. */
export interface LandingQuota {
  /** Of the records as they were checked out. */
  readonly index: ListingIndex;
  /** New listings of a limit unit in a UTC day; undefined if an origin has no limit. */
  readonly limitFor: (origin: Origin) => number | undefined;
}

/** The quota of a limit unit is used up. */
export class QuotaError extends Error {
  override readonly name = 'QuotaError';
  readonly limit: number;

  constructor(unit: string, limit: number) {
    super(`${limit} APIs of ${unit} were listed today, which is the limit of a day.`);
    this.limit = limit;
  }
}

/**
 * Counts the new listings of a record's limit unit again, in a tree of the base branch: those that were checked out, and
 * those that landed since.
 *
 * @param tree undefined if the base branch does not exist
 * @returns undefined if the record may land: it is in the tree already, or there is room for it on its day
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
  const files = tree === undefined ? [] : await entriesAt(repository, tree, folderOf(record.id));
  if (files.some(({ path }) => path === `${record.id}.json`)) return undefined;

  const unit = limitUnit(record.url);
  const landed = files.filter(({ path }) => isOfUnit(path, unit, index));
  const days = await Promise.all(landed.map(({ sha }) => dayOf(repository, sha)));
  const today = record.created_at.slice(0, 10);
  const count = index.listedOn(Date.parse(record.created_at), record.url) + days.filter(day => day === today).length;
  return count >= limit ? new QuotaError(unit, limit) : undefined;
}

/** All records of a limit unit are in one folder. */
function folderOf(id: string): string {
  return recordFile(id).split('/').slice(0, -1).join('/');
}

interface TreeEntry {
  readonly path: string;
  readonly sha: string;
}

/** The entries of a folder; none if it does not exist. */
async function entriesAt(repository: Repository, tree: string, folder: string): Promise<readonly TreeEntry[]> {
  let entries = await entriesOf(repository, tree);
  for (const name of folder.split('/')) {
    const found = entries.find(({ path }) => path === name);
    if (!found) return [];
    entries = await entriesOf(repository, found.sha);
  }
  return entries;
}

async function entriesOf(repository: Repository, tree_sha: string): Promise<readonly TreeEntry[]> {
  const target = { ...place(repository), tree_sha };
  const { data } = await repository.octokit.request('GET /repos/{owner}/{repo}/git/trees/{tree_sha}', target);
  if (data.truncated) throw new Error(`GitHub does not list the tree ${tree_sha} in full.`);
  return data.tree;
}

/** Whether a file is a record of a limit unit that was not checked out. */
function isOfUnit(file: string, unit: string, index: ListingIndex): boolean {
  const id = file.replace(/\.json$/, '');
  if (id === file || index.has(id)) return false;
  const origin = parseOrigin(`https://${id.replace(/_(\d+)$/, ':$1')}`);
  return origin.ok && limitUnit(origin.value.url) === unit;
}

async function dayOf(repository: Repository, blob: string): Promise<string> {
  const { created_at } = JSON.parse(new TextDecoder().decode(await readBlob(repository, blob))) as ListingRecord;
  return created_at.slice(0, 10);
}
