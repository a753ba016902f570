interface View {
  /** The URL of the page, without a query string. */
  readonly page: string;
  /** The request that the page shows. A registry of static files has other URLs than the API. */
  readonly curl: string;
  readonly search: URLSearchParams;
  /** The parameters that take several values. */
  readonly lists: ReadonlySet<string>;
}

/** The current view as text to copy: its URL, the request as curl, and the tool call of the MCP server. */
export function formatView(kind: string, { page, curl, search, lists }: View): string {
  if (kind === 'url') return search.size > 0 ? `${page}?${search}` : page;
  if (kind === 'curl') return curl;
  return JSON.stringify({ name: 'search_listings', arguments: toArguments(search, lists) }, null, 2);
}

/** The arguments of the MCP tool, which has the parameters of the API with typed values. */
function toArguments(search: URLSearchParams, lists: ReadonlySet<string>): Readonly<Record<string, unknown>> {
  const typed = [...search].map(([name, value]) => {
    if (name === 'q') return [name, value] as const;
    if (value === 'true' || value === 'false') return [name, value === 'true'] as const;
    if (name === 'limit' || name === 'offset') return [name, Number(value)] as const;
    return [name, lists.has(name) ? value.split(',') : value] as const;
  });
  return Object.fromEntries(typed);
}
