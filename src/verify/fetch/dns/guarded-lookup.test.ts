import { expect, test } from 'vitest';
import { createGuardedLookup } from './guarded-lookup.ts';

const IPV4 = ['192.0.9.1', '192.0.9.2', '192.0.9.3', '192.0.9.4'];
const IPV6 = ['2600::1', '2600::2', '2600::3', '2600::4'];

test.each([
  ['both families', [...IPV4, ...IPV6], ['192.0.9.1', '2600::1', '192.0.9.2', '2600::2']],
  ['one IPv4 address', ['192.0.9.1', ...IPV6], ['192.0.9.1', '2600::1', '2600::2', '2600::3']],
  ['one IPv6 address', [...IPV4, '2600::1'], ['192.0.9.1', '2600::1', '192.0.9.2', '192.0.9.3']],
  ['IPv6 only', IPV6, IPV6],
])('tries at most four addresses, of each family if possible: %s', async (_, resolved, tried) => {
  const lookup = createGuardedLookup(
    async () => resolved,
    () => undefined,
  );
  const addresses = await new Promise(resolve =>
    lookup('api.example', { all: true }, (error, found) => resolve(error ?? found)),
  );
  expect(addresses).toEqual(tried.map(address => ({ address, family: address.includes(':') ? 6 : 4 })));
});
