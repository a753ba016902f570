/** `npm run fake-github`: runs the production path on this machine. */
import { parseScriptArgs } from '#cli/terminal/parse-script-args.ts';
import { runScript } from '#cli/terminal/run-script.ts';
import { loadConfigWithPort } from '#server/load-config-with-port.ts';
import { buildInChild } from './fake-github/build-in-child.ts';
import { startProduction } from './fake-github/production.ts';

const USAGE = `Usage: npm run fake-github

Runs the production path on this machine: a mock GitHub server, a registry that uses it, the review of each submission's
pull request, the merge, and the build that publishes the listing. It sends no requests to other machines and stores
nothing: each start begins with the records of REGISTRY_DIR.

Environment: GITHUB_PORT (default: 4330; 0 for any free port) and the settings of npm start.`;

await runScript(async () => {
  parseScriptArgs(USAGE, { options: {} });
  const config = await loadConfigWithPort(process.env);
  if (!config.local)
    throw new RangeError('HOST must be a loopback address: the mock GitHub server trusts all clients.');
  const { github, address, close } = await startProduction({
    config,
    githubPort: parsePort(process.env.GITHUB_PORT || '4330'),
    build: buildInChild,
    log: line => console.log(line),
  });
  console.log(`Mock GitHub API: ${github.address}/repos/${github.owner}/${github.name}`);
  console.log(`Its Git repository: ${github.state.git.directory}`);
  console.log(`The registry is ready at ${address}`);
  console.log('To submit an API, start npm run example-publisher, then run:');
  console.log(`  curl --json '{"url":"http://127.0.0.1:4400"}' ${address}/listings/submit`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close());
});

function parsePort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new RangeError(`Invalid value for GITHUB_PORT: "${text}". Use an integer from 0 to 65535.`);
}
