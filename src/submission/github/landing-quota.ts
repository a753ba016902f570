import type { ListingRecord } from '#listing/listing-record.ts';
import { type Origin, parseOrigin } from '#listing/origin.ts';
import { limitUnit } from '../limit-unit.ts';
import type { ListingIndex } from '../listing-index.ts';
import { recordFile } from './review/assessment.ts';
import type { Landing } from './review/landing.ts';

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
 * Counts the new listings of a record's limit unit on the base branch: those in the checkout, and those merged since.
 *
 * @returns undefined if the record may be merged, because it is already on the branch or within the quota
 */
export async function quotaError(
  landing: Pick<Landing, 'list' | 'read'>,
  base: string,
  record: ListingRecord,
  { index, limitFor }: LandingQuota,
): Promise<QuotaError | undefined> {
  const origin = parseOrigin(record.url);
  const limit = origin.ok ? limitFor(origin.value) : 0;
  if (limit === undefined) return undefined;
  const folder = getFolder(record.id);
  const files = await landing.list(base, folder);
  if (files.includes(`${record.id}.json`)) return undefined;

  const unit = limitUnit(record);
  const merged = files.filter(file => isOfUnit(file, unit, index)).map(file => `${folder}/${file}`);
  const today = record.created_at.slice(0, 10);
  const days = (await landing.read(base, merged)).map(readDay);
  const count = index.listedOn(Date.parse(record.created_at), record) + days.filter(day => day === today).length;
  return count >= limit ? new QuotaError(unit, limit) : undefined;
}

/** All records of a limit unit are in one folder. */
function getFolder(id: string): string {
  return recordFile(id).split('/').slice(0, -1).join('/');
}

/** Whether a file is a record of a limit unit that the checkout does not contain. */
function isOfUnit(file: string, unit: string, index: ListingIndex): boolean {
  const id = file.replace(/\.json$/, '');
  if (id === file || index.has(id)) return false;
  const origin = parseOrigin(`https://${id.replace(/_(\d+)$/, ':$1')}`);
  return origin.ok && limitUnit(origin.value) === unit;
}

function readDay(text: Uint8Array | undefined): string {
  const { created_at } = JSON.parse(new TextDecoder().decode(text)) as ListingRecord;
  return created_at.slice(0, 10);
}
