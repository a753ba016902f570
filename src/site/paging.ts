/** The number of listings per page. */
export const PAGE_SIZE = 100;

/** One page of a list. */
export interface ListPage<T> {
  /** Starts at 1. */
  readonly number: number;
  readonly last: number;
  /** The number of items on the previous pages. */
  readonly offset: number;
  readonly items: readonly T[];
}

/** Splits a list into pages. An empty list has one empty page. */
export function getPages<T>(items: readonly T[], size = PAGE_SIZE): readonly ListPage<T>[] {
  const last = Math.max(1, Math.ceil(items.length / size));
  return Array.from({ length: last }, (_, index) => ({
    number: index + 1,
    last,
    offset: index * size,
    items: items.slice(index * size, (index + 1) * size),
  }));
}

/** The path of a page: the path of the list for the first page, `<path><number>/` for the others. */
export function getPagePath(listPath: string, number: number): string {
  return number === 1 ? listPath : `${listPath}${number}/`;
}

/** The Astro routes for the pages of a list. The first page has no number. */
export function pageRoutes<T>(
  items: readonly T[],
): { params: { page: string | undefined }; props: { page: ListPage<T> } }[] {
  return getPages(items).map(page => ({
    params: { page: page.number === 1 ? undefined : String(page.number) },
    props: { page },
  }));
}

/** The page numbers to link to: the first, the last, and those next to the current page. 0 marks a gap. */
export function getPageNumbers(current: number, last: number): readonly number[] {
  const shown = [1, current - 1, current, current + 1, last].filter(number => number >= 1 && number <= last);
  const numbers = [...new Set(shown)].sort((a, b) => a - b);
  return numbers.flatMap((number, index) =>
    index > 0 && number - (numbers[index - 1] ?? 0) > 1 ? [0, number] : [number],
  );
}
