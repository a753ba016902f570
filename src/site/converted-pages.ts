import sitePages from '#registry/site-pages.json' with { type: 'json' };

/** The pages whose Markdown version the build converts from their HTML. The pages under them have one, too. */
export const CONVERTED: readonly string[] = sitePages;

/** Whether the build converts the page to Markdown. The application creates the others from data. */
export function isConvertedPage(pathname: string): boolean {
  return CONVERTED.some(page => `${pathname.replace(/\/$/, '')}/`.startsWith(page));
}
