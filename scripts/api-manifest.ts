#!/usr/bin/env node
/** `npm run api-manifest`: the CLI for publishers and for people who look for APIs. */
import { apiManifest } from '#cli/api-manifest.ts';
import { EXIT } from '#cli/terminal/exit-status.ts';
import { createProcessTerminal } from '#cli/terminal/process-terminal.ts';
import { runScript } from '#cli/terminal/run-script.ts';

const terminal = createProcessTerminal(async options => {
  const { serveMcp } = await import('#server/mcp/serve-mcp.ts');
  await serveMcp(options);
});
// A bug must not exit with 1, which means "no".
await runScript(() => apiManifest(process.argv.slice(2), terminal), { errorStatus: EXIT.error });
