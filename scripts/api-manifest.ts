#!/usr/bin/env node
/** `npm run api-manifest`: the command for publishers, and for whoever looks for APIs. */
import { apiManifest } from '../src/cli/api-manifest.ts';
import { processTerminal } from '../src/cli/process-terminal.ts';

const terminal = processTerminal(async options => {
  const { serveHub } = await import('./api-manifest/serve-hub.ts');
  await serveHub(options);
});
process.exitCode = await apiManifest(process.argv.slice(2), terminal);
