import { parseOrigin } from '#listing/origin.ts';

/** The target of an entry of `refused.json`: one origin, or all hosts of a domain. */
export type BlockTarget = { readonly origin: string } | { readonly domain: string };

/** An entry of `refused.json`. */
export type BlocklistEntry = BlockTarget & { readonly reason: string };

/** Finds the entry for exactly this target. */
export function findEntry(list: readonly BlocklistEntry[], target: BlockTarget): BlocklistEntry | undefined {
  return list.find(entry => isSame(entry, target));
}

/** Returns the list with this entry, which replaces an entry for the same target. */
export function addBlock(list: readonly BlocklistEntry[], entry: BlocklistEntry): readonly BlocklistEntry[] {
  return [...removeBlock(list, entry), entry];
}

/** Returns the list without entries for this target. */
export function removeBlock(list: readonly BlocklistEntry[], target: BlockTarget): readonly BlocklistEntry[] {
  return list.filter(entry => !isSame(entry, target));
}

function isSame(one: BlockTarget, other: BlockTarget): boolean {
  return getKey(one) === getKey(other);
}

/** Origins with the same listing id are the same. */
function getKey(target: BlockTarget): string {
  if ('domain' in target) return `domain ${target.domain}`;
  const result = parseOrigin(target.origin);
  return `origin ${result.ok ? result.value.id : target.origin}`;
}
