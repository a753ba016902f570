import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const SCRIPT = path.resolve(import.meta.dirname, '../../../scripts/api-manifest.ts');
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 7,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

/** A server that is not a registry. */
const server = createServer((_request, response) => response.writeHead(404).end());
let url: string;

beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => new Promise(resolve => server.close(resolve)));

/** Runs `api-manifest mcp` with a registry, and returns what the client gets. */
async function runMcp(registry: string, input: string) {
  const child = spawn(process.execPath, [SCRIPT, 'mcp', '--registry', registry]);
  const printed = { out: '', error: '' };
  child.stdout.on('data', chunk => (printed.out += chunk));
  child.stderr.on('data', chunk => (printed.error += chunk));
  child.stdin.on('error', () => undefined);
  child.stdin.write(input);
  const status = await new Promise<number | null>(resolve => child.once('close', resolve));
  child.stdin.destroy();
  return { status, ...printed };
}

test.each([
  ['is unreachable', 'http://127.0.0.1:1', 'Cannot reach http://127.0.0.1:1: connection refused (ECONNREFUSED).'],
  ['is another server', '', 'it may not be a registry'],
])('responds to the first request with the reason if the registry %s', async (_case, registry, reason) => {
  const { status, out, error } = await runMcp(registry || url, `${JSON.stringify(INITIALIZE)}\n`);
  const lines = out.trim().split('\n');
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    jsonrpc: '2.0',
    id: 7,
    error: { code: -32603, message: expect.stringContaining(reason) },
  });
  expect(error).toContain(reason);
  expect(status).toBe(2);
});

test('writes nothing on standard output to a client that sends no request', async () => {
  const { status, out, error } = await runMcp('http://127.0.0.1:1', 'no message\n');
  expect({ status, out }).toEqual({ status: 2, out: '' });
  expect(error).toContain('Cannot reach');
});
