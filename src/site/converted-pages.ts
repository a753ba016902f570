/** The pages whose Markdown version the build converts from their HTML. The pages under them have one, too. */
export const CONVERTED: readonly string[] = [
  '/about/',
  '/changes/',
  '/collections/',
  '/connect/',
  '/corrections/',
  '/maintain/',
  '/privacy/',
  '/probes/',
  '/publishers/',
  '/schemas/',
  '/terms/',
];

/** Whether the build converts the page to Markdown. The application creates the others from data. */
export function isConvertedPage(pathname: string): boolean {
  return CONVERTED.some(page => `${pathname.replace(/\/$/, '')}/`.startsWith(page));
}
