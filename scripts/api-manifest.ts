#!/usr/bin/env node
/** `npm run api-manifest`: the CLI for publishers and for people who look for APIs. */
import { apiManifest } from '#cli/api-manifest.ts';
import { createProcessTerminal } from '#cli/terminal/process-terminal.ts';

const terminal = createProcessTerminal(async options => {
  const { serveMcp } = await import('#server/mcp/serve-mcp.ts');
  await serveMcp(options);
});
process.exitCode = await apiManifest(process.argv.slice(2), terminal);
