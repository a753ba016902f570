/** `npm run dev`: serves the site with hot reload. */
import { parseScriptArgs } from '#cli/terminal/parse-script-args.ts';
import { runScript } from '#cli/terminal/run-script.ts';

const USAGE = `Usage: npm run dev

Serves the site with hot reload, and the API on the same port. Reads the same settings as npm start.`;

await runScript(async () => {
  parseScriptArgs(USAGE, { options: {} });
  const { startDevServer } = await import('#server/dev-server.ts');
  const server = await startDevServer(process.env);
  console.log(`The development server is ready at ${server.url}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.close());
});
// Astro does not close what it opened before an error.
if (process.exitCode) process.exit();
