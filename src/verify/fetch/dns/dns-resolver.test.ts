import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDnsResolver } from './dns-resolver.ts';

/** Resource records as [owner, type, data], or a response code. */
type Answer = readonly (readonly [string, number, Buffer])[] | number;

const A = 1;
const CNAME = 5;
const AAAA = 28;
const SERVFAIL = 2;
const NXDOMAIN = 3;

let server: Socket;
let answer: (name: string, type: number) => Answer | undefined;

beforeEach(async () => {
  server = createSocket('udp4');
  server.on('message', (query, { port, address }) => {
    const end = query.indexOf(0, 12);
    const found = answer(nameAt(query, 12), query.readUInt16BE(end + 1));
    if (found === undefined) return;
    const records = typeof found === 'number' ? [] : found.map(recordOf);
    const head = Buffer.alloc(12);
    query.copy(head, 0, 0, 2);
    head.writeUInt16BE(0x8180 | (typeof found === 'number' ? found : 0), 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(records.length, 6);
    server.send(Buffer.concat([head, query.subarray(12, end + 5), ...records]), port, address);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => server.close());

const resolver = () => createDnsResolver({ servers: [`127.0.0.1:${server.address().port}`] });

test('returns all addresses of both families, including those behind an alias', async () => {
  answer = (_, type) => {
    const alias = ['api.example', CNAME, encodedName('real.example')] as const;
    if (type === A)
      return [
        alias,
        ['real.example', A, Buffer.from([192, 0, 2, 1])],
        ['real.example', A, Buffer.from([192, 0, 2, 2])],
      ];
    return [alias, ['real.example', AAAA, Buffer.from('20010db8000000000000000000000001', 'hex')]];
  };
  expect((await resolver()('api.example')).toSorted()).toEqual(['192.0.2.1', '192.0.2.2', '2001:db8::1']);
});

test('returns nothing for a name that does not exist or has no addresses', async () => {
  answer = () => NXDOMAIN;
  expect(await resolver()('gone.example')).toEqual([]);
  answer = () => [];
  expect(await resolver()('empty.example')).toEqual([]);
});

test('accepts one address family', async () => {
  answer = (_, type) => (type === A ? [['api.example', A, Buffer.from([192, 0, 2, 1])]] : SERVFAIL);
  expect(await resolver()('api.example')).toEqual(['192.0.2.1']);
});

test('does not wait for repeated queries of the other address family', async () => {
  const queries: number[] = [];
  answer = (_, type) => {
    queries.push(type);
    return type === A ? [['api.example', A, Buffer.from([192, 0, 2, 1])]] : undefined;
  };
  expect(await resolver()('api.example')).toEqual(['192.0.2.1']);
  expect(queries.filter(type => type === AAAA)).toHaveLength(1);
});

test('rejects if the DNS server returns an error', async () => {
  answer = () => SERVFAIL;
  await expect(resolver()('api.example')).rejects.toMatchObject({ code: 'ESERVFAIL' });
  answer = (_, type) => (type === A ? NXDOMAIN : SERVFAIL);
  await expect(resolver()('api.example')).rejects.toMatchObject({ code: 'ESERVFAIL' });
});

test('resolves the exact name without search domains and the hosts file', async () => {
  const asked = new Set<string>();
  answer = name => {
    asked.add(name);
    return NXDOMAIN;
  };
  expect(await resolver()('localhost.example')).toEqual([]);
  expect([...asked]).toEqual(['localhost.example']);
});

function recordOf([owner, type, data]: readonly [string, number, Buffer]): Buffer {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(type, 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt32BE(60, 4);
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([encodedName(owner), fixed, data]);
}

function encodedName(name: string): Buffer {
  return Buffer.concat([
    ...name.split('.').map(label => Buffer.from([label.length, ...Buffer.from(label)])),
    Buffer.from([0]),
  ]);
}

function nameAt(message: Buffer, start: number): string {
  const labels: string[] = [];
  for (let at = start; message[at]; at += (message[at] ?? 0) + 1) {
    labels.push(message.toString('latin1', at + 1, at + 1 + (message[at] ?? 0)).toLowerCase());
  }
  return labels.join('.');
}
