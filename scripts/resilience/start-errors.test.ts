import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadConfigWithPort } from '#server/load-config-with-port.ts';
import { runRegistry } from '#server/run-registry.ts';
import { describeStartError } from '#server/start-error.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { startServer, stopServers } from './server-process.fixture.ts';

let folder: string;
let taken: Server;
let takenPort: string;

beforeAll(async () => {
  folder = await makeTemporaryFolder('start-errors-');
  await writeFile(path.join(folder, 'file'), '');
  taken = createServer();
  await new Promise<void>(resolve => taken.listen(0, '127.0.0.1', resolve));
  takenPort = String((taken.address() as AddressInfo).port);
});

afterAll(async () => {
  await stopServers();
  await new Promise(resolve => taken.close(resolve));
  await removeFolder(folder);
});

type Failure = readonly [reason: string, settings: () => Record<string, string>, line: RegExp];

const settingsOf = (settings: Readonly<Record<string, string>>) => ({
  DATA_DIR: path.join(folder, 'data'),
  REGISTRY_DIR: folder,
  ...settings,
});

// One failure before and one after the settings are read: the entry point handles all others like these.
describe.concurrent('a failed start exits with status 2 and one line of output', () => {
  test.each<Failure>([
    ['PORT is in use', () => ({ PORT: takenPort }), /^Port \d+ is in use\. .* set PORT to another port\.$/],
    ['a setting has an invalid value', () => ({ PORT: 'http' }), /^PORT is "http"/],
  ])('if %s', async (_, settings, line) => {
    const server = startServer(settingsOf(settings()));
    expect(await server.ended).toBe(2);
    expect(server.text().trimEnd()).toMatch(line);
    expect(server.text().trimEnd()).not.toContain('\n');
  });
});

describe('a failed start is described in one line', () => {
  test.each<Failure>([
    [
      'the port of METRICS_LISTEN is in use',
      () => ({ METRICS_LISTEN: `127.0.0.1:${takenPort}` }),
      /^Port \d+ is in use\. .* set METRICS_LISTEN to another port\.$/,
    ],
    [
      'HOST is not an IP address of this machine',
      () => ({ HOST: '192.0.2.1', PORT: '4321' }),
      /^Cannot listen on 192\.0\.2\.1: /,
    ],
    ['DATA_DIR is a file', () => ({ DATA_DIR: path.join(folder, 'file') }), /^The data directory \S+ is a file/],
    [
      'DATA_DIR is inside a file',
      () => ({ DATA_DIR: path.join(folder, 'file/data') }),
      /^The data directory \S+ is a file/,
    ],
    [
      'REGISTRY_DIR is a file',
      () => ({ REGISTRY_DIR: path.join(folder, 'file') }),
      /^The registry folder \S+ is a file/,
    ],
  ])('if %s', async (_, settings, line) => {
    const configuration = await loadConfigWithPort({ PORT: '0', ...settingsOf(settings()) });
    const error = await runRegistry(configuration, false).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    const described = describeStartError(error, configuration) ?? '';
    expect(described).toMatch(line);
    expect(described).not.toContain('\n');
  });
});
