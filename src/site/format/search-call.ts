/** The tool call of a search, as the console of the MCP server sends it. */
export function createSearchCall(q: string) {
  return { name: 'search_listings', arguments: { q, limit: 3 } };
}

/** Formats a tool call. The page contains the first one, so that the script does not move what is below it. */
export function formatCall(call: ReturnType<typeof createSearchCall>): string {
  return JSON.stringify(call, null, 2);
}
