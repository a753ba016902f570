import type { HistoryEntry, HistoryKind } from '#contract/history.ts';
import type { Instant } from '#contract/instant.ts';
import { printable } from '#manifest/excerpt.ts';
import { type Bases, listingPage } from '../row.ts';
import { latest } from '../timestamp.ts';

/** What is new in the registry, ready to be written as Atom or JSON Feed. */
export interface Feed {
  readonly title: string;
  readonly description: string;
  /** The site. */
  readonly home: string;
  /** When the newest item happened; a fixed moment in a feed without items, so that a build depends on nothing else. */
  readonly updated: Instant;
  /** At most 200. */
  readonly items: readonly FeedItem[];
}

export interface FeedItem {
  /** An address that stays the same as long as the site has its name. */
  readonly id: string;
  /** The listing's page. */
  readonly page: string;
  readonly title: string;
  readonly text: string;
  readonly at: Instant;
  readonly listing: string;
  readonly kind: HistoryKind;
  readonly breaking: boolean;
  readonly version: string | null;
}

/** A listing and what happened to it. */
export interface FeedSource {
  readonly id: string;
  readonly name: string;
  readonly entries: readonly HistoryEntry[];
}

const MOST_ITEMS = 200;

/**
 * The feed of listings added, claimed, changed, lapsed and withdrawn, newest day first, and within a day what breaks
 * agents first. The order of the sources does not matter.
 */
export function feedOf(sources: Iterable<FeedSource>, bases: Bases, title: string): Feed {
  const found: FeedItem[] = [];
  for (const source of sources) {
    for (const entry of source.entries) if (TITLES[entry.kind]) found.push(itemOf(source, entry, bases));
    if (found.length > 50 * MOST_ITEMS) keepNewest(found);
  }
  keepNewest(found);
  return {
    title,
    description:
      "APIs listed, changed, lapsed and withdrawn. Of each day, changes that can break an agent come first. Names in quotation marks are their publishers' words.",
    home: `${bases.site}/`,
    updated: latest(found.map(({ at }) => at)) ?? '1970-01-01T00:00:00Z',
    items: found,
  };
}

/** Passing a check is no news; passing again after a lapse is, and is `restored`. */
const TITLES: Readonly<Record<HistoryKind, string | undefined>> = {
  listed: 'listed',
  claimed: 'claimed by its publisher',
  changed: 'changed',
  withdrawn: 'withdrawn',
  restored: 'listed again',
  lapsed: 'lapsed',
  verified: undefined,
};

function itemOf({ id, name }: FeedSource, entry: HistoryEntry, bases: Bases): FeedItem {
  const { at, kind, breaking, version, summary } = entry;
  const page = `${bases.site}${listingPage(id)}`;
  return {
    id: `${page}#${kind}-${at}`,
    page,
    title: `“${printable(name).replace(/[“”]/g, '"')}”: ${TITLES[kind]}${breaking ? ', can break agents' : ''}`,
    text: summary,
    at,
    listing: id,
    kind,
    breaking,
    version,
  };
}

/** In the order of the feed, no id twice. */
function keepNewest(items: FeedItem[]): void {
  items.sort(
    (one, other) =>
      order(dayOf(other), dayOf(one)) ||
      Number(other.breaking) - Number(one.breaking) ||
      Date.parse(other.at) - Date.parse(one.at) ||
      order(one.id, other.id),
  );
  const byId = new Map(items.toReversed().map(item => [item.id, item]));
  items.splice(0, items.length, ...items.filter(item => byId.get(item.id) === item).slice(0, MOST_ITEMS));
}

function dayOf({ at }: FeedItem): string {
  return at.slice(0, 10);
}

function order(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
