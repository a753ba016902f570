import type { Bases } from '#listing/row.ts';
import type { Finding } from '#manifest/finding.ts';
import { type DataDirectories, readListingFiles } from '#store/listing-files.ts';
import type { BrokenFile } from '#store/record-files.ts';
import { type Card, cardOf } from './card.ts';
import { cardsIn } from './cards-file.ts';
import type { Settings } from './settings.ts';

/**
 * Reads all listings of a registry.
 *
 * @param known cards that were made with the same bases: what those tell of is not looked into again
 * @param signal ends the reading
 * @returns the cards, in the order of the listings' ids, and the broken files, whose listings are left out
 * @throws the reason of the signal
 */
export async function loadCards(
  directories: DataDirectories,
  bases: Bases,
  known: readonly Card[] = [],
  signal?: AbortSignal,
): Promise<{ readonly cards: readonly Card[]; readonly broken: readonly BrokenFile[] }> {
  const byDigest = new Map(known.map(card => [card.digest, card]));
  const digests = new Map(known.map(({ stamp, digest }) => [stamp, digest]));
  const cards: Card[] = [];
  const broken: BrokenFile[] = [];
  for await (const { digest, stamp, read } of readListingFiles(directories, each => digests.get(each))) {
    signal?.throwIfAborted();
    const card = byDigest.get(digest);
    if (card) {
      cards.push(card.stamp === stamp ? card : stamped(card, stamp));
      continue;
    }
    const result = read();
    if (result.ok) cards.push(stamped(cardOf(result.value, bases, digest), stamp));
    else broken.push(result);
  }
  cards.sort((a, b) => (a.row.id < b.row.id ? -1 : 1));
  return { cards, broken };
}

function stamped({ stamp: _, ...card }: Card, stamp: string | undefined): Card {
  return { ...card, ...(stamp !== undefined && { stamp }) };
}

/**
 * The cards of all listings: those that the build hands over in a file, else those of the registry's files.
 *
 * @throws BrokenFiles naming each broken file, the place in it and what is wrong, unless broken files are to be skipped; then
 * they are named on standard error
 */
export async function cardsFor(settings: Settings): Promise<readonly Card[]> {
  if (settings.cardsFile !== undefined) return cardsIn(settings.cardsFile).cards;
  const { cards, broken } = await loadCards(settings, { registry: settings.registryUrl, site: settings.siteUrl });
  const problems = broken.flatMap(({ file, findings }) => findings.map(finding => problem(file, finding)));
  if (problems.length > 0 && !settings.skipInvalid) {
    throw new BrokenFiles(`${problems.join('\n')}\nMend these files, or leave them out with SKIP_INVALID=true.`);
  }
  for (const line of problems) console.warn(`Left out: ${line}`);
  return cards;
}

class BrokenFiles extends Error {
  override name = 'BrokenFiles';

  /** Without the message: where that says "document", Astro would take it for a misuse of the browser's and advise so. */
  override toString(): string {
    return this.name;
  }
}

function problem(file: string, { pointer, rule, message, hint }: Finding): string {
  return `${file}${pointer === '' ? '' : ` at ${pointer}`} (${rule}): ${message} ${hint}`;
}
