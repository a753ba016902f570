import { originOf } from '#listing/origin.ts';

/** What an entry of `refused.json` is about. */
export type Refused = { readonly origin: string } | { readonly domain: string };

/** An entry of `refused.json`. */
export type Refusal = Refused & { readonly reason: string };

/** The entry about exactly this; undefined when there is none. */
export function entryOf(list: readonly Refusal[], target: Refused): Refusal | undefined {
  return list.find(entry => isSame(entry, target));
}

/** The list with one entry about this, in the place of those that there are. */
export function withRefusal(list: readonly Refusal[], refusal: Refusal): readonly Refusal[] {
  return [...withoutRefusal(list, refusal), refusal];
}

export function withoutRefusal(list: readonly Refusal[], target: Refused): readonly Refusal[] {
  return list.filter(entry => !isSame(entry, target));
}

function isSame(one: Refused, other: Refused): boolean {
  return keyOf(one) === keyOf(other);
}

/** Origins are the same when their listings would be. */
function keyOf(refused: Refused): string {
  if ('domain' in refused) return `domain ${refused.domain}`;
  const result = originOf(refused.origin);
  return `origin ${result.ok ? result.origin.id : refused.origin}`;
}
