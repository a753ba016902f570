import { expect, test } from 'vitest';
import { isForwarded, isLocalRequest, isLocalServer } from './local-privileges.ts';

const LOOPBACK = 'http://127.0.0.1:4321';
const SERVER = {
  host: '127.0.0.1',
  addresses: { registry: LOOPBACK, site: LOOPBACK, validator: LOOPBACK, mcp: LOOPBACK },
  metrics: { host: '127.0.0.1' },
  clientHeader: undefined,
};

test('grants local privileges on a server whose addresses are all loopback', () => {
  expect(isLocalServer(SERVER)).toBe(true);
  expect(isLocalServer({ ...SERVER, metrics: undefined })).toBe(true);
});

test.each<[string, Partial<Parameters<typeof isLocalServer>[0]>]>([
  ['listens on all addresses', { host: '0.0.0.0' }],
  ['exposes its metrics', { metrics: { host: '0.0.0.0' } }],
  ['has a public registry', { addresses: { ...SERVER.addresses, registry: 'https://registry.example' } }],
  ['has a public site', { addresses: { ...SERVER.addresses, site: 'https://registry.example' } }],
  ['has a public validator', { addresses: { ...SERVER.addresses, validator: 'https://registry.example' } }],
  ['has a public MCP server', { addresses: { ...SERVER.addresses, mcp: 'https://registry.example' } }],
  ['is behind a proxy', { clientHeader: 'x-real-ip' }],
])('grants none if the server %s', (_, changes) => {
  expect(isLocalServer({ ...SERVER, ...changes })).toBe(false);
});

const REQUEST = { peer: '127.0.0.1', host: '127.0.0.1:4321', headers: {}, httpVersion: '1.1', isAbsoluteForm: false };

test.each(['203.0.113.9', '10.0.0.1', '::ffff:10.0.0.1', undefined])('grants none to the peer %s', peer => {
  expect(isLocalRequest(REQUEST)).toBe(true);
  expect(isLocalRequest({ ...REQUEST, peer })).toBe(false);
});

test('recognizes the headers of proxies, CDNs, and tunnels', () => {
  const names = [
    ...[
      'forwarded',
      'via',
      'cdn-loop',
      'x-real-ip',
      'x-nginx-proxy',
      'x-forwarded-for',
      'x-forwarded-proto',
      'x-scheme',
    ],
    ...['x-client-ip', 'client-ip', 'x-cluster-client-ip', 'x-proxyuser-ip', 'x-original-url', 'x-rewrite-url'],
    ...['true-client-ip', 'cf-ray', 'fastly-client-ip', 'fly-client-ip', 'do-connecting-ip', 'x-amzn-trace-id'],
    ...['x-azure-clientip', 'x-arr-log-id', 'x-appengine-user-ip', 'x-vercel-id', 'x-envoy-external-address'],
    ...['ngrok-trace-id', 'tailscale-user-login'],
  ];
  expect(names.filter(name => !isForwarded({ accept: '*/*', [name]: '' }))).toEqual([]);
  expect(isForwarded({ accept: '*/*', host: 'localhost', 'user-agent': 'curl/8', 'content-type': 'a/b' })).toBe(false);
});
