import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseOrigin } from '#listing/origin.ts';
import { registrableDomain } from '#listing/registrable-domain.ts';
import { parseJsonText } from '#manifest/json-text.ts';
import { readBlocklist } from '#submission/local/blocklist-file.ts';
import { addBlock, type BlocklistEntry, type BlockTarget, findEntry, removeBlock } from './blocklist.ts';
import { getListingId, listKnownIds, parseSubject } from './find-listing.ts';
import { type ChangedFile, joinLines, type MaintainedRegistry } from './maintained-registry.ts';
import type { Invocation } from './parse-args.ts';

/** Blocks an origin, or all hosts of a domain. Submitters see the reason. */
export async function block(registry: MaintainedRegistry, invocation: Invocation): Promise<string> {
  const { reason } = invocation;
  const target = toTarget(invocation.subject);
  const name = formatTarget(target);
  const list = await readEntries(registry);
  const subject = `Block ${name}`;
  if (findEntry(list, target)?.reason === reason) {
    const rest = await registry.write([UNCHANGED], subject);
    return joinLines(`${name} is already blocked for this reason. Nothing changed.`, rest);
  }
  const done = await registry.write([toFile(addBlock(list, { ...target, reason }))], subject);
  const listed = (await listKnownIds(registry.setup.registryDir)).filter(id => isAffected(id, target));
  const hint = `\nStill listed, but no longer checked: ${listed.join(', ')}. To remove a listing, run withdraw.`;
  return `${name} is blocked: ${reason}\n${done}${listed.length > 0 ? hint : ''}`;
}

/** Removes an entry from the blocklist, and reports any other entry that blocks the same origin. */
export async function unblock(registry: MaintainedRegistry, invocation: Invocation): Promise<string> {
  const target = toTarget(invocation.subject);
  const name = formatTarget(target);
  const list = await readEntries(registry);
  const subject = `Unblock ${name}`;
  if (!findEntry(list, target)) {
    const result = `refused.json has no entry for ${name}. Nothing changed.${await describeOtherBlock(registry, target)}`;
    return joinLines(result, await registry.write([UNCHANGED], subject));
  }
  const done = await registry.write([toFile(removeBlock(list, target))], subject);
  return `Removed the entry for ${name}.${await describeOtherBlock(registry, target)}\n${done}`;
}

/** Treats a bare registrable domain as all of its hosts, and anything else as one origin. */
function toTarget(subject: string): BlockTarget {
  const { id, url } = parseSubject(subject);
  return !subject.includes('://') && registrableDomain(`any.${id}`) === id ? { domain: id } : { origin: url };
}

function formatTarget(target: BlockTarget): string {
  return 'domain' in target ? `${target.domain} and all its hosts` : target.origin;
}

function isAffected(id: string, target: BlockTarget): boolean {
  if ('domain' in target) return registrableDomain(id.replace(/_\d+$/, '')) === target.domain;
  return getListingId(target.origin) === id;
}

/** Another entry can be for the whole domain, or in the directory that a local registry imports from. */
async function describeOtherBlock({ setup }: MaintainedRegistry, target: BlockTarget): Promise<string> {
  const result = 'origin' in target ? parseOrigin(target.origin) : undefined;
  const reason = result?.ok ? (await readBlocklist(...setup.blocklistDirs))(result.value) : undefined;
  const where = setup.blocklistDirs.join(' or ');
  return reason === undefined ? '' : `\nIt is still blocked by another entry in ${where}: ${reason}`;
}

/** @throws RangeError if the file is invalid */
async function readEntries({ setup }: MaintainedRegistry): Promise<readonly BlocklistEntry[]> {
  await readBlocklist(setup.registryDir);
  const bytes = await readFile(path.join(setup.registryDir, BLOCKLIST_FILE)).catch(() => '[]');
  const parsed = parseJsonText(bytes);
  return parsed.ok ? (parsed.value as readonly BlocklistEntry[]) : [];
}

const BLOCKLIST_FILE = 'refused.json';

const UNCHANGED: ChangedFile = { path: BLOCKLIST_FILE, content: undefined };

function toFile(list: readonly BlocklistEntry[]): ChangedFile {
  return { path: BLOCKLIST_FILE, content: `${JSON.stringify(list, null, 2)}\n` };
}

/** Returns the blocklist with an entry for an origin. */
export async function blockOrigin(
  registry: MaintainedRegistry,
  entry: { readonly origin: string; readonly reason: string },
): Promise<ChangedFile> {
  const list = await readEntries(registry);
  return findEntry(list, entry)?.reason === entry.reason ? UNCHANGED : toFile(addBlock(list, entry));
}
