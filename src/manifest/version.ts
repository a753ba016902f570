/** The version of the registry, the CLI, and the MCP server. The release check compares it with `package.json` and `server.json`. */
export const VERSION = '0.3.1';

/** The release time of that version. */
export const RELEASED = '2026-11-21T00:00:00Z';
