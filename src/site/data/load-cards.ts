import type { Bases } from '#listing/row.ts';
import type { Finding } from '#manifest/finding.ts';
import { type DataDirectories, readListingFiles } from '#store/listing-files.ts';
import type { BrokenFile } from '#store/record-files.ts';
import type { Settings } from '../settings.ts';
import { type Card, toCard } from './card.ts';
import { readCards } from './cards-file.ts';

/**
 * Loads the cards of all listings of a registry.
 *
 * @param known reusable cards with the same base URLs; their files are not read again if unchanged
 * @param signal aborts the reading
 * @returns the cards, sorted by id, and the broken files, which have no cards
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
    if (result.ok) cards.push(stamped(toCard(result.value, bases, digest), stamp));
    else broken.push(result);
  }
  cards.sort((a, b) => (a.row.id < b.row.id ? -1 : 1));
  return { cards, broken };
}

function stamped(card: Card, stamp: string | undefined): Card {
  const { text } = card;
  const { stamp: _, ...rest } = card;
  return { ...rest, ...(text && { text }), ...(stamp !== undefined && { stamp }) };
}

/**
 * Returns the cards of all listings, from the file that the build passes, or else from the files of the registry.
 *
 * @throws BrokenFiles with the file, the location, and the message for each broken file, unless broken files are
 * skipped; then these go to standard error
 */
export async function loadCardsFor(settings: Settings): Promise<readonly Card[]> {
  if (settings.cardsFile !== undefined) return readCards(settings.cardsFile).cards;
  const { cards, broken } = await loadCards(settings, { registry: settings.registryUrl, site: settings.siteUrl });
  const problems = broken.flatMap(({ file, findings }) => findings.map(finding => problem(file, finding)));
  if (problems.length > 0 && !settings.skipInvalid) {
    throw new BrokenFiles(`${problems.join('\n')}\nFix these files, or skip them with SKIP_INVALID=true.`);
  }
  for (const line of problems) console.warn(`Skipped: ${line}`);
  return cards;
}

class BrokenFiles extends Error {
  override name = 'BrokenFiles';

  /** Overrides the message: if it contains "document", Astro adds misleading advice about the browser global. */
  override toString(): string {
    return this.name;
  }
}

function problem(file: string, { pointer, rule, message, hint }: Finding): string {
  return `${file}${pointer === '' ? '' : ` at ${pointer}`} (${rule}): ${message} ${hint}`;
}
