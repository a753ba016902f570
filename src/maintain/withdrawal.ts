import { type ListingRecord, recordPath, recordText } from '#listing/listing-record.ts';
import { computeUpdatedAt, instant } from '#listing/time/timestamp.ts';
import { blockOrigin } from './block.ts';
import { findRecord } from './find-listing.ts';
import type { ChangedFile, MaintainedRegistry } from './maintained-registry.ts';
import type { Invocation } from './parse-args.ts';

/** Withdraws a listing and publishes the reason. Checks and submissions do not restore it. */
export async function withdraw(registry: MaintainedRegistry, { subject, reason }: Invocation): Promise<string> {
  const record = await findRecord(registry.setup.registryDir, subject);
  const { id, withdrawn } = record;
  if (withdrawn?.reason === reason)
    return `${id} has been withdrawn for this reason since ${withdrawn.at}. Nothing changed.`;
  const at = withdrawn?.at ?? instant(registry.now);
  const done = await write({ ...record, withdrawn: { at, reason } }, `Withdraw ${id}`, registry);
  return `${id} is withdrawn: ${reason}\n${done}`;
}

/**
 * Removes a listing at the request of its provider: withdraws it and blocks its origin, so that it cannot be listed again
 * and gets no more requests from checks. The reason is published.
 */
export async function remove(registry: MaintainedRegistry, { subject, reason }: Invocation): Promise<string> {
  const record = await findRecord(registry.setup.registryDir, subject);
  const { id, url, withdrawn } = record;
  const block = await blockOrigin(registry, { origin: url, reason });
  const at = withdrawn?.at ?? instant(registry.now);
  const files = [
    ...(withdrawn?.reason === reason ? [] : [toFile({ ...record, withdrawn: { at, reason } }, registry.now)]),
    ...(block ? [block] : []),
  ];
  if (files.length === 0) return `${id} is already removed for this reason. Nothing changed.`;
  const done = await registry.write(files, `Remove ${id}`);
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
  if (!withdrawn) return `No maintainer has withdrawn ${id}. Nothing changed.`;
  const done = await write(record, `Restore ${id}`, registry);
  return `${id} is restored. The next revalidation checks it.\n${done}`;
}

function write(record: ListingRecord, subject: string, { now, write }: MaintainedRegistry): Promise<string> {
  return write([toFile(record, now)], subject);
}

function toFile(record: ListingRecord, now: number): ChangedFile {
  const updated_at = computeUpdatedAt(now, record.updated_at);
  return { path: `listings/${recordPath(record.id)}`, content: recordText({ ...record, updated_at }) };
}
