/** The name of a page's Markdown twin, below the page's own path. */
export const MARKDOWN_INDEX = 'index.md';

/** The address of the Markdown twin of a page. */
export function toMarkdownUrl(page: string): string {
  return page + MARKDOWN_INDEX;
}
