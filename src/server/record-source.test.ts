import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadConfig } from '#edge/config.ts';
import { parseOrigin } from '#listing/origin.ts';
import { type FakeGithub, startFakeGithub } from '#scripts/fake-github/fake-github.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { createCheckLimit, MAX_CHECKS_PER_DOMAIN } from '#submission/check-limit.ts';
import { openRecordRepository } from '#submission/local/record-repository.ts';
import { type OpenSource, recordSource, type SourceServices } from './record-source.ts';

let dataDir: string;
let github: FakeGithub;
let source: OpenSource | undefined;

beforeEach(async () => {
  dataDir = await makeTemporaryFolder('record-source-');
  github = await startFakeGithub({ files: [{ path: 'registry/refused.json', content: '[]\n' }] });
  vi.stubEnv('GITHUB_API_URL', github.address);
  vi.stubEnv('GITHUB_REPOSITORY', `${github.owner}/${github.name}`);
  vi.stubEnv('SUBMISSION_APP_ID', String(github.app.id));
  vi.stubEnv('SUBMISSION_APP_INSTALLATION_ID', String(github.app.installation));
  vi.stubEnv('SUBMISSION_APP_PRIVATE_KEY', github.app.privateKey);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await source?.close();
  await github.close();
  await removeFolder(dataDir);
});

function originOf(url: string) {
  const origin = parseOrigin(url);
  if (!origin.ok) throw new Error(origin.error);
  return origin.value;
}

const SERVICES: SourceServices = {
  verify: () => Promise.reject(new Error('Unexpected check.')),
  checkLimit: createCheckLimit(),
  catalog: { current: () => Promise.reject(new Error('Unexpected request.')) },
  now: Date.now,
  onListing: async () => undefined,
  onFault: () => undefined,
};

test('a local server blocks the origins of the last commit, even if a crash left their file outdated', async () => {
  vi.stubEnv('SUBMISSION_APP_ID', '');
  await mkdir(path.join(dataDir, 'registry'));
  const { commit } = await openRecordRepository(dataDir, { now: 0 });
  const content = JSON.stringify([{ origin: 'https://spam.example', reason: 'It is spam.' }]);
  await commit([{ message: { subject: 'Block', body: '' }, time: 0, files: [{ path: 'refused.json', content }] }]);
  const chosen = await recordSource(loadConfig({ DATA_DIR: dataDir, REGISTRY_DIR: path.join(dataDir, 'registry') }));
  source = await chosen.open(SERVICES);
  expect(chosen.blocklist(originOf('https://spam.example'))).toBe('It is spam.');
  expect(chosen.blocklist(originOf('https://api.example'))).toBeUndefined();
});

test('a local server publishes deadlines of checks only if it revalidates', async () => {
  vi.stubEnv('SUBMISSION_APP_ID', '');
  const { directories } = await recordSource(loadConfig({ DATA_DIR: dataDir }));
  expect(directories.isRevalidated).toBe(true);
  const off = await recordSource(loadConfig({ DATA_DIR: dataDir, REVALIDATE: 'off' }));
  expect(off.directories.isRevalidated).toBe(false);
});

test('a server with submissions through GitHub keeps its key from the builds that it starts', async () => {
  source = await (await recordSource(loadConfig({ DATA_DIR: dataDir }))).open(SERVICES);
  expect(process.env.SUBMISSION_APP_PRIVATE_KEY).toBeUndefined();
});

test('a server with submissions through GitHub does not start with a wrong key', async () => {
  vi.stubEnv('SUBMISSION_APP_PRIVATE_KEY', '-----BEGIN RSA PRIVATE KEY-----');
  const { open } = await recordSource(loadConfig({ DATA_DIR: dataDir }));
  await expect(open(SERVICES)).rejects.toThrow(
    /^The private key of the app is not an RSA key in PKCS #8 PEM\. Convert/,
  );
});

test('a server with submissions through GitHub checks at most 3 origins of a domain at the same time', async () => {
  const checked: string[] = [];
  const ending = Promise.withResolvers<never>();
  source = await (await recordSource(loadConfig({ DATA_DIR: dataDir }))).open({
    ...SERVICES,
    verify({ url }) {
      checked.push(url);
      return ending.promise;
    },
    checkLimit: createCheckLimit({ maxWaitMs: 100 }),
  });
  const { submissions } = source;
  const submit = (url: string) => {
    const state = submissions?.submit(originOf(url), {});
    state?.catch(() => undefined);
    return state;
  };
  const slow = Array.from({ length: MAX_CHECKS_PER_DOMAIN }, (_, n) => submit(`https://api${n}.slow.example`));
  await expect.poll(() => checked).toHaveLength(MAX_CHECKS_PER_DOMAIN);
  await expect(submit('https://late.slow.example')).rejects.toMatchObject({ kind: 'too-many' });
  const other = submit('https://api.fast.example');
  await expect.poll(() => checked).toContain('https://api.fast.example');
  expect(checked).not.toContain('https://late.slow.example');
  ending.reject(new Error('stopped'));
  await Promise.allSettled([...slow, other]);
});
