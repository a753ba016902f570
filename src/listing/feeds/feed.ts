import type { HistoryEntry, HistoryKind } from '#contract/history.ts';
import type { Instant } from '#contract/instant.ts';
import { printable } from '#manifest/text/excerpt.ts';
import { type Bases, listingPage } from '../row.ts';
import { latest } from '../time/timestamp.ts';

/** The recent events of the registry, independent of the feed format. */
export interface Feed {
  readonly title: string;
  readonly description: string;
  /** The URL of the page that shows the listings of the feed, with a trailing slash. The feed is next to it. */
  readonly home: string;
  /** The time of the newest item. A feed without items has a fixed time, so that builds are reproducible. */
  readonly updated: Instant;
  /** At most 200 items. */
  readonly items: readonly FeedItem[];
}

export interface FeedItem {
  /** A permanent URL. */
  readonly id: string;
  /** The page of the listing. */
  readonly page: string;
  readonly title: string;
  readonly text: string;
  readonly at: Instant;
  readonly listing: string;
  readonly kind: HistoryKind;
  readonly breaking: boolean;
  readonly version: string | null;
}

/** A listing and its history. */
export interface FeedSource {
  readonly id: string;
  readonly name: string;
  readonly entries: readonly HistoryEntry[];
}

const MAX_ITEMS = 200;

/**
 * Creates the feed of added, claimed, changed, lapsed, and withdrawn listings. The newest day comes first, and breaking
 * changes come first within a day. The order of the sources does not matter.
 * @param home the page of the feed, which is the home page by default
 */
export function feedOf(sources: Iterable<FeedSource>, bases: Bases, title: string, home = `${bases.site}/`): Feed {
  const items: FeedItem[] = [];
  for (const source of sources) {
    for (const entry of source.entries) if (TITLES[entry.kind]) items.push(toItem(source, entry, bases));
    if (items.length > 50 * MAX_ITEMS) keepNewest(items);
  }
  keepNewest(items);
  return {
    title,
    description:
      'APIs that were listed, changed, lapsed, or withdrawn. Breaking changes come first on each day. Publishers choose the names in quotation marks.',
    home,
    updated: latest(items.map(({ at }) => at)) ?? '1970-01-01T00:00:00Z',
    items,
  };
}

/** Passed checks are not an item. After a lapse, they are `restored`. */
const TITLES: Readonly<Record<HistoryKind, string | undefined>> = {
  listed: 'listed',
  claimed: 'claimed by its publisher',
  changed: 'changed',
  withdrawn: 'withdrawn',
  restored: 'listed again',
  lapsed: 'lapsed',
  verified: undefined,
};

function toItem({ id, name }: FeedSource, entry: HistoryEntry, bases: Bases): FeedItem {
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

/** Sorts the items in the order of the feed, and removes duplicates and old items. */
function keepNewest(items: FeedItem[]): void {
  items.sort(
    (one, other) =>
      compare(getDay(other), getDay(one)) ||
      Number(other.breaking) - Number(one.breaking) ||
      Date.parse(other.at) - Date.parse(one.at) ||
      compare(one.id, other.id),
  );
  const byId = new Map(items.toReversed().map(item => [item.id, item]));
  items.splice(0, items.length, ...items.filter(item => byId.get(item.id) === item).slice(0, MAX_ITEMS));
}

function getDay({ at }: FeedItem): string {
  return at.slice(0, 10);
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
