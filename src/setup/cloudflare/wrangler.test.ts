import { expect, test } from 'vitest';
import { wrangler } from './wrangler.ts';

test('fails if wrangler does not end in time', async () => {
  const account = { id: '0123456789abcdef0123456789abcdef', token: 'invalid' };
  const run = await wrangler(['deployments', 'status', '--json'], { quiet: true, account, timeoutMs: 1 });
  expect(run).toMatchObject({
    ok: false,
    events: [{ type: 'command-failed', message: expect.stringContaining('did not end within 0.001 seconds') }],
  });
});
