/** The file name of a page's Markdown version, below the path of the page. */
export const MARKDOWN_INDEX = 'index.md';

/** Returns the URL of a page's Markdown version. */
export function toMarkdownUrl(page: string): string {
  return page + MARKDOWN_INDEX;
}
