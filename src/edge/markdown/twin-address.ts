/** The name of a page's Markdown twin, below the page's own path. */
export const TWIN = 'index.md';

/** The address of the Markdown twin of a page. */
export function twinOf(page: string): string {
  return page + TWIN;
}
