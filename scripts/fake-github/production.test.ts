import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '#edge/config.ts';
import { freePort } from '#server/http/ports.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { startProduction } from './production.ts';

const host = '127.0.0.1';
const other = createServer();
let busy: number;
let folder: string;

beforeAll(async () => {
  folder = await makeTemporaryFolder('production-');
  other.listen(0, host);
  await once(other, 'listening');
  busy = (other.address() as { port: number }).port;
});
afterAll(async () => {
  other.close();
  await removeFolder(folder);
});

test.each([
  ['PORT', true],
  ['GITHUB_PORT', false],
] as const)('stops with one line if the port of %s is in use', async (setting, isRegistry) => {
  const free = await freePort(host);
  const config = loadConfig({ HOST: host, PORT: String(isRegistry ? busy : free), DATA_DIR: folder });
  const build = async () => expect.fail('The build must not start.');
  const started = startProduction({ config, githubPort: isRegistry ? free : busy, build, log: () => undefined });
  await expect(started).rejects.toThrow(
    new RangeError(`Port ${busy} is in use. Stop the other server, or set ${setting} to another port.`),
  );
});
