/**
 * `npm run fake-github`: the whole production path on this machine: a GitHub of its own, the registry in front of it, the
 * review of each submission's pull request, the merge, and the build that lists it. Nothing leaves this machine, and
 * nothing is kept: each start begins with the records of REGISTRY_DIR.
 *
 * Environment: GITHUB_PORT (4330 unless set, 0 takes any free one), and that of `npm start`.
 */
import { loadConfig } from '#edge/config.ts';
import { freePort } from '#server/http/server.ts';
import { buildInChild } from './fake-github/build-in-child.ts';
import { startProduction } from './fake-github/production.ts';

try {
  const { host, port } = loadConfig(process.env);
  const configuration = loadConfig({ ...process.env, PORT: String(port || (await freePort(host))) });
  if (!configuration.local)
    throw new RangeError('HOST must be an address of this machine: this GitHub trusts everybody.');
  const { github, address, close } = await startProduction({
    configuration,
    githubPort: Number(process.env.GITHUB_PORT || 4330),
    build: buildInChild,
    tell: line => console.log(line),
  });
  console.log(`GitHub is at ${github.address}/repos/${github.owner}/${github.name}`);
  console.log(`Its git repository is ${github.forge.git.directory}`);
  console.log(`The registry is ready at ${address}`);
  console.log('Submit something, such as what npm run example-publisher starts:');
  console.log(`  curl --json '{"url":"http://127.0.0.1:4400"}' ${address}/listings/submit`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close());
} catch (error) {
  console.error(error instanceof RangeError ? error.message : error);
  process.exitCode = 1;
}
