import { afterEach, beforeEach, expect, test } from 'vitest';
import { wrangler } from '#setup/cloudflare/wrangler.ts';
import { type FakeCloudflare, startFakeCloudflare } from './fake-cloudflare.ts';

const account = { id: '0123456789abcdef0123456789abcdef', token: 'production' };

let cloudflare: FakeCloudflare;
beforeEach(async () => {
  cloudflare = await startFakeCloudflare({ [account.token]: [account.id] });
  process.env.CLOUDFLARE_API_BASE_URL = cloudflare.apiUrl;
});
afterEach(async () => {
  delete process.env.CLOUDFLARE_API_BASE_URL;
  await cloudflare.close();
});

test('wrangler reads the bookmark of a database and restores it without a confirmation', {
  timeout: 180_000,
}, async () => {
  const run = (...args: readonly string[]) => wrangler(['d1', 'time-travel', ...args], { quiet: true, account });
  const { output } = await run('info', 'registry', '--json');
  expect(JSON.parse(output)).toMatchObject({ bookmark: 'bookmark-1' });
  expect(await run('restore', 'registry', '--bookmark', 'bookmark-1', '--json')).toMatchObject({ ok: true });
  expect(cloudflare.restored).toEqual(['bookmark-1']);
  expect(cloudflare.unknown).toEqual([]);
});
