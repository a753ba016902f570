import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isLoopbackIp, rejectIp } from './ip-rules.ts';

/** An independent copy of the ranges in the standards: first and last addresses as numbers, without CIDR arithmetic. */
const BLOCKED_V4: readonly [string, string][] = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['161.26.0.0', '161.26.255.255'],
  ['166.8.0.0', '166.11.255.255'],
  ['168.63.129.16', '168.63.129.16'],
  ['169.254.0.0', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.31.196.0', '192.31.196.255'],
  ['192.52.193.0', '192.52.193.255'],
  ['192.88.99.0', '192.88.99.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['192.175.48.0', '192.175.48.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.0', '255.255.255.255'],
];
const RANGES_V4 = BLOCKED_V4.map(([first, last]) => [numberOf(first), numberOf(last)] as const);

const GLOBAL_V6 = [0x2000n << 112n, (0x4000n << 112n) - 1n] as const;
const BLOCKED_V6 = [
  [0x2001_0000n << 96n, (0x2001_0200n << 96n) - 1n],
  [0x2001_0db8n << 96n, (0x2001_0db9n << 96n) - 1n],
  [0x2002n << 112n, (0x2003n << 112n) - 1n],
  [0x2620_004f_8000n << 80n, (0x2620_004f_8001n << 80n) - 1n],
  [0x3fff_0000n << 96n, (0x3fff_1000n << 96n) - 1n],
] as const;

function numberOf(dotted: string): number {
  return dotted.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
}

function dotted(value: number): string {
  return [24, 16, 8, 0].map(shift => Math.floor(value / 2 ** shift) % 256).join('.');
}

function groups(value: bigint): string {
  return Array.from({ length: 8 }, (_, n) => ((value >> BigInt(112 - 16 * n)) & 0xffffn).toString(16)).join(':');
}

/** Returns any address, with more weight on the edges of a range, where bugs are likely. */
function near<T>(any: fc.Arbitrary<T>, edges: readonly T[]): fc.Arbitrary<T> {
  return fc.oneof(any, fc.constantFrom(...edges));
}

const v4 = near(
  fc.nat(0xffffffff),
  RANGES_V4.flatMap(([first, last]) => [first - 1, first, last, last + 1]).filter(ip => ip >= 0 && ip <= 0xffffffff),
);
const v6 = near(
  fc.bigInt(0n, (1n << 128n) - 1n),
  [GLOBAL_V6, ...BLOCKED_V6].flatMap(([first, last]) => [first - 1n, first, last, last + 1n]),
);
const globalV6 = fc.bigInt(GLOBAL_V6[0], GLOBAL_V6[1]);

describe('ipRefusal', () => {
  test('blocks exactly the listed IPv4 ranges', () => {
    fc.assert(
      fc.property(v4, value => {
        const blocked = RANGES_V4.some(([first, last]) => value >= first && value <= last);
        expect(rejectIp(dotted(value)) !== undefined).toBe(blocked);
      }),
      { numRuns: 2000, seed: 1 },
    );
  });

  test('allows exactly 2000::/3 without the listed ranges', () => {
    fc.assert(
      fc.property(fc.oneof(v6, globalV6), value => {
        const isGlobal = value >= GLOBAL_V6[0] && value <= GLOBAL_V6[1];
        const blocked = !isGlobal || BLOCKED_V6.some(([first, last]) => value >= first && value <= last);
        expect(rejectIp(groups(value)) !== undefined).toBe(blocked);
      }),
      { numRuns: 2000, seed: 1 },
    );
  });

  test('blocks each IPv6 address that embeds an IPv4 address', () => {
    fc.assert(
      fc.property(fc.nat(0xffffffff), value => {
        const high = Math.floor(value / 65536).toString(16);
        const low = (value % 65536).toString(16);
        for (const carrier of [
          `::ffff:${dotted(value)}`,
          `::ffff:${high}:${low}`,
          `::${dotted(value)}`,
          `64:ff9b::${dotted(value)}`,
          `64:ff9b:1::${high}:${low}`,
          `2002:${high}:${low}::1`,
          `2001:0:${high}:${low}::1`,
          `::ffff:0:${dotted(value)}`,
        ]) {
          expect(rejectIp(carrier)).toMatchObject({ rule: 'blocked-address' });
        }
      }),
      { seed: 1 },
    );
  });

  test.each(['', 'localhost', '1.2.3', '1.2.3.4.5', '08.8.8.8', '8.8.8.08', '0x8.8.8.8', '134744072', '8.8.8.8 '])(
    'blocks %j, which is not a plain IP address',
    text => {
      expect(rejectIp(text)).toMatchObject({ rule: 'blocked-address' });
    },
  );

  test.each(['2606:4700::1111%eth0', '8.8.8.8%eth0', '[2606:4700::1111]', '8.8.8.256', '2606:4700:::1'])(
    'blocks %j',
    text => {
      expect(rejectIp(text)).toMatchObject({ rule: 'blocked-address' });
    },
  );

  test('does not reveal the address, which may belong to our network', () => {
    for (const address of ['10.1.2.3', 'fe80::1', '2002:a00:1::', 'db.internal'])
      expect(JSON.stringify(rejectIp(address))).not.toMatch(/10\.|fe80|2002|internal|\/\d/);
  });
});

test.each([
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['::1', true],
  ['0:0:0:0:0:0:0:1', true],
  ['::ffff:127.0.0.1', false],
  ['128.0.0.1', false],
  ['127.1', false],
  ['localhost', false],
  ['', false],
])('isLoopbackIp(%j) returns %j', (address, loopback) => {
  expect(isLoopbackIp(address)).toBe(loopback);
});

test.each([
  ['Azure', '168.63.129.16'],
  ['Azure, mapped to IPv6', '::ffff:168.63.129.16'],
  ['AWS, Azure, Google Cloud, and others', '169.254.169.254'],
  ['AWS containers', '169.254.170.2'],
  ['AWS over IPv6', 'fd00:ec2::254'],
  ['Google Cloud over IPv6', 'fd20:ce::254'],
  ['Scaleway over IPv6', 'fd00:42::42'],
  ['OpenStack over IPv6', 'fe80::a9fe:a9fe'],
  ['Alibaba Cloud', '100.100.100.200'],
  ['Oracle Cloud', '192.0.0.192'],
  ['IBM Cloud', '161.26.0.10'],
  ['IBM Cloud endpoints', '166.9.12.1'],
  ['Tencent Cloud', '169.254.0.23'],
])('the platform services of %s are blocked: %s', (_, address) => {
  expect(rejectIp(address)).toBeDefined();
});

test.each(['168.63.129.15', '168.63.129.17', '166.12.0.1', '161.27.0.1'])('their neighbor %s is public', address => {
  expect(rejectIp(address)).toBeUndefined();
});
