import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseOrigin, registrableDomain } from '#listing/origin.ts';
import { parseJsonText } from '#manifest/json-text.ts';
import { readBlocklist } from '#submission/local/blocklist-file.ts';
import { addBlock, type BlockedEntry, entryOf, type Refusal, removeBlock } from './blocklist.ts';
import { listingId, listKnownIds, originFrom } from './find-listing.ts';
import type { MaintainedRegistry } from './maintained-registry.ts';
import type { Invocation } from './parse-args.ts';

/** Refuses an origin, or all hosts of a domain, with the reason that whoever submits it is told. */
export async function block(registry: MaintainedRegistry, { subject, reason }: Invocation): Promise<string> {
  const target = targetOf(subject);
  const name = nameOf(target);
  const list = await refusedList(registry);
  if (entryOf(list, target)?.reason === reason) return `${name} is refused for this reason already. Nothing changed.`;
  const done = await write(registry, addBlock(list, { ...target, reason }), `Refuse ${name}`);
  const listed = (await listKnownIds(registry.setup.registryDir)).filter(id => isMeant(id, target));
  const hint = `\nStill listed, but no longer checked: ${listed.join(', ')}. The verb withdraw takes a listing back.`;
  return `${name} is refused: ${reason}\n${done}${listed.length > 0 ? hint : ''}`;
}

/** Takes a refusal back, and tells what else refuses the same origin. */
export async function unblock(registry: MaintainedRegistry, { subject }: Invocation): Promise<string> {
  const target = targetOf(subject);
  const name = nameOf(target);
  const list = await refusedList(registry);
  if (!entryOf(list, target)) {
    return `refused.json has no entry for ${name}. Nothing changed.${await stillRefused(registry, target)}`;
  }
  const done = await write(registry, removeBlock(list, target), `Allow ${name}`);
  return `${name} is no longer refused by an entry of its own.${await stillRefused(registry, target)}\n${done}`;
}

/** A bare registrable domain means all its hosts; anything else means one origin. */
function targetOf(subject: string): BlockedEntry {
  const { id, url } = originFrom(subject);
  return !subject.includes('://') && registrableDomain(`any.${id}`) === id ? { domain: id } : { origin: url };
}

function nameOf(target: BlockedEntry): string {
  return 'domain' in target ? `${target.domain} with all its hosts` : target.origin;
}

function isMeant(id: string, target: BlockedEntry): boolean {
  if ('domain' in target) return registrableDomain(id.replace(/_\d+$/, '')) === target.domain;
  return listingId(target.origin) === id;
}

/** By the entry for its whole domain, or by the folder that a local registry is filled from. */
async function stillRefused({ setup }: MaintainedRegistry, target: BlockedEntry): Promise<string> {
  const result = 'origin' in target ? parseOrigin(target.origin) : undefined;
  const reason = result?.ok ? (await readBlocklist(...setup.refusedIn))(result.value) : undefined;
  const where = setup.refusedIn.join(' or ');
  return reason === undefined ? '' : `\nIt is refused all the same, by another entry in ${where}: ${reason}`;
}

/** @throws RangeError when the file is broken */
async function refusedList({ setup }: MaintainedRegistry): Promise<readonly Refusal[]> {
  await readBlocklist(setup.registryDir);
  const bytes = await readFile(path.join(setup.registryDir, 'refused.json')).catch(() => '[]');
  const parsed = parseJsonText(bytes);
  return parsed.ok ? (parsed.value as readonly Refusal[]) : [];
}

function write(registry: MaintainedRegistry, list: readonly Refusal[], subject: string): Promise<string> {
  return registry.write('refused.json', `${JSON.stringify(list, null, 2)}\n`, subject);
}
