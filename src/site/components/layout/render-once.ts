/** The rendered parts by id. The number of ids does not grow with the registry. */
const rendered = new Map<string, string>();

/**
 * Returns the HTML of a part that looks the same on many pages. A development server renders it each time, because its
 * component may have changed.
 *
 * @param id identifies the content
 * @param render is called until it has succeeded once
 */
export function renderOnce(
  id: string,
  render: () => Promise<string>,
  isDevelopment: boolean = import.meta.env.DEV,
): string | Promise<string> {
  const known = rendered.get(id);
  if (known !== undefined && !isDevelopment) return known;
  return render().then(html => {
    rendered.set(id, html);
    return html;
  });
}
