import { type ListingRecord, recordPath, recordText } from '#listing/listing-record.ts';
import { parseOrigin } from '#listing/origin.ts';
import { computeUpdatedAt, instant } from '#listing/time/timestamp.ts';
import { readBlocklist } from '#submission/local/blocklist-file.ts';
import { blockOrigin } from './block.ts';
import { findRecord } from './find-listing.ts';
import { type ChangedFile, joinLines, type MaintainedRegistry } from './maintained-registry.ts';
import type { Invocation } from './parse-args.ts';

/** Withdraws a listing and publishes the reason. Checks and submissions do not restore it. */
export async function withdraw(registry: MaintainedRegistry, { subject, reason }: Invocation): Promise<string> {
  const record = await findRecord(registry.setup.registryDir, subject);
  const { id, withdrawn } = record;
  const file = toWithdrawnFile(record, reason, registry.now);
  const done = await registry.write([file], `Withdraw ${id}`);
  const result =
    file.content === undefined
      ? `${id} has been withdrawn for this reason since ${withdrawn?.at}. Nothing changed.`
      : `${id} is withdrawn: ${reason}`;
  return joinLines(result, done);
}

/**
 * Removes a listing at the request of its provider: withdraws it and blocks its origin, so that it cannot be listed again
 * and gets no more requests from checks. The reason is published.
 */
export async function remove(registry: MaintainedRegistry, { subject, reason }: Invocation): Promise<string> {
  const record = await findRecord(registry.setup.registryDir, subject);
  const { id, url } = record;
  const block = await blockOrigin(registry, { origin: url, reason });
  const files = [toWithdrawnFile(record, reason, registry.now), block];
  const done = await registry.write(files, `Remove ${id}`);
  if (files.every(({ content }) => content === undefined))
    return joinLines(`${id} is already removed for this reason. Nothing changed.`, done);
  const undo = `To undo it, run allow ${url} and restore ${id}.`;
  return `${id} is withdrawn, and ${url} is blocked and no longer checked: ${reason}\n${undo}\n${done}`;
}

/** Undoes a withdrawal by a maintainer. A listing that its publisher withdrew stays withdrawn. */
export async function restore(registry: MaintainedRegistry, { subject }: Invocation): Promise<string> {
  const { withdrawn, ...record } = await findRecord(registry.setup.registryDir, subject);
  const { id, manifest } = record;
  if (!withdrawn && manifest.listing_requested === false) {
    throw new RangeError(
      `${id} was withdrawn by its publisher (listing_requested: false). Only the publisher can restore it.`,
    );
  }
  const path = toPath(id);
  const message = `Restore ${id}`;
  if (!withdrawn) {
    const rest = await registry.write([{ path, content: undefined }], message);
    return joinLines(`No maintainer has withdrawn ${id}. Nothing changed.`, rest);
  }
  const done = await registry.write([toFile(record, registry.now)], message);
  const origin = parseOrigin(record.url);
  const blockReason = origin.ok ? (await readBlocklist(...registry.setup.blocklistDirs))(origin.value) : undefined;
  const next =
    blockReason === undefined
      ? 'The next revalidation checks it.'
      : `Its origin is still blocked (${blockReason}), so it is not checked. To unblock it, run allow ${record.url}.`;
  return `${id} is restored. ${next}\n${done}`;
}

/** Without content if the listing is already withdrawn for this reason. */
function toWithdrawnFile(record: ListingRecord, reason: string, now: number): ChangedFile {
  const { id, withdrawn } = record;
  if (withdrawn?.reason === reason) return { path: toPath(id), content: undefined };
  return toFile({ ...record, withdrawn: { at: withdrawn?.at ?? instant(now), reason } }, now);
}

function toFile(record: ListingRecord, now: number): ChangedFile {
  const updated_at = computeUpdatedAt(now, record.updated_at);
  return { path: toPath(record.id), content: recordText({ ...record, updated_at }) };
}

function toPath(id: string): string {
  return `listings/${recordPath(id)}`;
}
