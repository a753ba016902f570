import type { Bases } from '#listing/row.ts';
import type { Finding } from '#manifest/finding.ts';
import type { Stamps } from '#store/file-stamps.ts';
import { type DataDirectories, readListingFiles } from '#store/listing-files.ts';
import type { BrokenFile } from '#store/record-files.ts';
import type { Settings } from '../../settings.ts';
import { type Card, toCard } from './card.ts';
import { type Cards, cardsInMemory } from './cards.ts';
import { CardsFile } from './cards-file.ts';

/** Receives the cards of a registry, in any order. */
export interface CardSink {
  /** @param stamp changes whenever the files of the listing change; undefined if unknown */
  add(card: Card, stamp: string | undefined): void;
  /** Receives the number of an unchanged card among the known ones. */
  keep(number: number, stamp: string | undefined): void;
}

export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
  readonly stamps?: Stamps | undefined;
}

/**
 * Reads the cards of all listings of a registry.
 *
 * @param known reusable cards with the same base URLs; their files are not read again if unchanged
 * @param options `signal` aborts the reading; `stamps` as for `readListingFiles`
 * @returns the broken files, which have no cards
 * @throws the reason of the signal
 */
export async function findCards(
  directories: DataDirectories,
  bases: Bases,
  sink: CardSink,
  known?: CardsFile,
  { signal, stamps }: ReadOptions = {},
): Promise<readonly BrokenFile[]> {
  const broken: BrokenFile[] = [];
  const digestOf = (id: string, stamp: string) => {
    const number = known?.find(id) ?? -1;
    return number >= 0 && known?.stamp(number) === stamp ? known.digest(number) : undefined;
  };
  for await (const { id, digest, stamp, read } of readListingFiles(directories, digestOf, stamps)) {
    signal?.throwIfAborted();
    const number = known?.find(id) ?? -1;
    if (number >= 0 && known?.digest(number) === digest) {
      sink.keep(number, stamp);
      continue;
    }
    const result = read();
    if (result.ok) sink.add(toCard(result.value, bases, digest), stamp);
    else broken.push(result);
  }
  return broken;
}

declare global {
  /** Resolves when a build has saved the cards, so that the other modules of the site load meanwhile. */
  var cardsSaved: Promise<unknown> | undefined;
}

/**
 * Returns the cards of all listings, from the file that the build passes, or else from the files of the registry.
 *
 * @throws BrokenFiles with the file, the location, and the message for each broken file, unless broken files are
 * skipped; then these go to standard error
 */
export async function loadCardsFor(settings: Settings): Promise<Cards> {
  if (settings.cardsFile !== undefined) {
    await globalThis.cardsSaved;
    return new CardsFile(settings.cardsFile);
  }
  const cards: Card[] = [];
  const sink = { add: (card: Card) => cards.push(card), keep: () => undefined };
  const broken = await findCards(settings, { registry: settings.registryUrl, site: settings.siteUrl }, sink);
  const problems = broken.flatMap(({ file, findings }) => findings.map(finding => problem(file, finding)));
  if (problems.length > 0 && !settings.skipInvalid) {
    throw new BrokenFiles(`${problems.join('\n')}\nFix these files, or skip them with SKIP_INVALID=true.`);
  }
  for (const line of problems) console.warn(`Skipped: ${line}`);
  return cardsInMemory(cards);
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
