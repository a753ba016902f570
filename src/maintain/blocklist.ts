import { parseOrigin } from '#listing/origin.ts';

/** What an entry of `refused.json` is about. */
export type BlockedEntry = { readonly origin: string } | { readonly domain: string };

/** An entry of `refused.json`. */
export type Refusal = BlockedEntry & { readonly reason: string };

/** The entry about exactly this; undefined when there is none. */
export function entryOf(list: readonly Refusal[], target: BlockedEntry): Refusal | undefined {
  return list.find(entry => isSame(entry, target));
}

/** The list with one entry about this, in the place of those that there are. */
export function addBlock(list: readonly Refusal[], refusal: Refusal): readonly Refusal[] {
  return [...removeBlock(list, refusal), refusal];
}

export function removeBlock(list: readonly Refusal[], target: BlockedEntry): readonly Refusal[] {
  return list.filter(entry => !isSame(entry, target));
}

function isSame(one: BlockedEntry, other: BlockedEntry): boolean {
  return keyOf(one) === keyOf(other);
}

/** Origins are the same when their listings would be. */
function keyOf(refused: BlockedEntry): string {
  if ('domain' in refused) return `domain ${refused.domain}`;
  const result = parseOrigin(refused.origin);
  return `origin ${result.ok ? result.value.id : refused.origin}`;
}
