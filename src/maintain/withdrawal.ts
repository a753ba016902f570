import { type ListingRecord, recordPath, recordText } from '#listing/listing-record.ts';
import { instant, latest } from '#listing/timestamp.ts';
import { findRecord } from './find-listing.ts';
import type { MaintainedRegistry } from './maintained-registry.ts';
import type { Invocation } from './parse-args.ts';

/** Takes a listing back, with a published reason; neither a check nor a submission undoes it. */
export async function withdraw(registry: MaintainedRegistry, { subject, reason }: Invocation): Promise<string> {
  const record = await findRecord(registry.setup.registryDir, subject);
  const { id, withdrawn } = record;
  if (withdrawn?.reason === reason) return `${id} was withdrawn at ${withdrawn.at} for this reason. Nothing changed.`;
  const at = withdrawn?.at ?? instant(registry.now);
  const done = await write({ ...record, withdrawn: { at, reason } }, `Withdraw ${id}`, registry);
  return `${id} is withdrawn: ${reason}\n${done}`;
}

/** Takes a withdrawal back. What its publisher withdrew stays so. */
export async function restore(registry: MaintainedRegistry, { subject }: Invocation): Promise<string> {
  const { withdrawn, ...record } = await findRecord(registry.setup.registryDir, subject);
  const { id, manifest } = record;
  if (!withdrawn && manifest.listing_requested === false) {
    throw new RangeError(
      `${id} was withdrawn by its publisher (listing_requested: false), who alone can bring it back.`,
    );
  }
  if (!withdrawn) return `No maintainer has withdrawn ${id}. Nothing changed.`;
  const done = await write(record, `Restore ${id}`, registry);
  return `${id} is no longer withdrawn by the registry. It is checked again by the next re-validation.\n${done}`;
}

/** Mirrors see a change by its time, so it is later than that of the change before, whatever the clock says. */
function write(record: ListingRecord, subject: string, { now, write }: MaintainedRegistry): Promise<string> {
  const after = instant(Date.parse(record.updated_at) + 1000);
  const updated_at = latest([instant(now), after]) ?? after;
  return write(`listings/${recordPath(record.id)}`, recordText({ ...record, updated_at }), subject);
}
