import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startRegistry, type TestRegistry } from '#client/registry.fixture.ts';
import { sampleListing } from '#listing/listing.fixture.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { runCli } from '../terminal/terminal.fixture.ts';

let api: Server;
let registry: TestRegistry;
let id: string;
const requests: string[] = [];
let body = '';

/** Returns the tide, with a terminal command for the harbor of that name. */
function bodyOf(url: string): string {
  return JSON.stringify({ tide: url.includes('hostile') ? 'high\u009b2J\u202e' : 'high' });
}

beforeAll(async () => {
  api = createServer(async (request, response) => {
    body = await new Response(request as never).text();
    requests.push(`${request.method} ${request.url} ${request.headers['x-api-key'] ?? ''}`);
    if (request.url?.includes('picture')) response.setHeader('Content-Type', 'image/png').end('a picture');
    else response.setHeader('Content-Type', 'application/json').end(bodyOf(`${request.url}`));
  });
  await new Promise<void>(resolve => api.listen(0, '127.0.0.1', resolve));
  const { port } = api.address() as AddressInfo;
  const harbor = {
    name: 'harbor',
    type: 'string',
    required: true,
    description: 'The name of the harbor.',
    in: 'query',
  };
  const common = {
    description: 'The tides of one harbor on one day.',
    response_description: 'The tides with their times.',
  };
  registry = await startRegistry({
    listings: [
      sampleListing(`http://127.0.0.1:${port}`, {
        pricing: { model: 'free' },
        authentication: {
          required: true,
          type: 'api_key',
          instructions: 'Header.',
          config: { in: 'header', name: 'X-Api-Key' },
        },
        endpoints: [
          { path: '/v1/tides', method: 'GET', parameters: [harbor], ...common },
          { path: '/v1/tides', method: 'POST', parameters: [], ...common },
          {
            path: '/v1/reports',
            method: 'POST',
            parameters: [
              { ...harbor, in: 'body' },
              { ...harbor, name: 'id', type: 'integer', in: 'body' },
            ],
            request_content_type: 'application/json',
            ...common,
          },
          {
            path: '/v1/photos',
            method: 'POST',
            parameters: [
              { ...harbor, in: 'body', required: false },
              { ...harbor, name: 'photo', type: 'file', in: 'body' },
              { ...harbor, name: 'more', type: 'array of file', in: 'body', required: false },
            ],
            request_content_type: 'multipart/form-data',
            ...common,
          },
        ],
      } as never),
      sampleListing('https://withdrawn.example', {
        listing_requested: false,
        endpoints: [{ path: '/v1/tides', method: 'POST', parameters: [], ...common }],
      } as never),
    ],
  });
  id = `127.0.0.1_${port}`;
});

afterAll(async () => {
  await registry.close();
  api.closeAllConnections();
  await new Promise(resolve => api.close(resolve));
});

const run = (args: readonly string[], environment = {}) =>
  runCli(['call', ...args, '--registry', registry.address], { environment });

describe('api-manifest call', () => {
  test('prints a curl command and sends nothing', async () => {
    const before = requests.length;
    const { status, out } = await run([id, 'GET', '/v1/tides', 'harbor=Oslo S']);
    expect(status).toBe(0);
    expect(out).toContain('/v1/tides?harbor=Oslo%20S');
    expect(out).toContain('API_KEY');
    expect(requests).toHaveLength(before);
  });

  test('keeps the digits and the declared types of values', async () => {
    const { out } = await run([id, 'GET', '/v1/tides', 'harbor=1.0']);
    expect(out).toContain('/v1/tides?harbor=1.0');
    const values = ['harbor=0815', 'id=12345678901234567890'];
    const command = await run([id, 'POST', '/v1/reports', ...values]);
    expect(command.out).toContain(`'{"harbor":"0815","id":12345678901234567890}'`);
    const plan = await run([id, 'POST', '/v1/reports', ...values, '--json']);
    expect(plan.out).toContain('"id": 12345678901234567890');
  });

  test('rejects several values for a single one', async () => {
    const { status, error } = await run([id, 'GET', '/v1/tides', 'harbor=a', 'harbor=b']);
    expect({ status, error }).toEqual({
      status: 2,
      error: 'Duplicate argument "harbor". Only a list can have several values.\n',
    });
  });

  test('names missing arguments', async () => {
    const { status, error } = await run([id, 'GET', '/v1/tides']);
    expect(status).toBe(1);
    expect(error).toContain('Missing argument "harbor".');
  });

  test('prints the plan as JSON', async () => {
    const { out } = await run([id, 'get', 'v1/tides?harbor=oslo', '--json']);
    expect(JSON.parse(out)).toMatchObject({
      request: { method: 'GET', headers: { 'X-Api-Key': '{API_KEY}' }, body: null },
      missing: [],
      authentication: { required: true },
    });
  });

  test('sends the request with the credential of the environment', async () => {
    const { status, out } = await run([id, 'GET', '/v1/tides', 'harbor=oslo', '--send'], {
      API_KEY: 'key-of-the-test',
    });
    expect([status, JSON.parse(out)]).toEqual([0, { tide: 'high' }]);
    expect(requests.at(-1)).toBe('GET /v1/tides?harbor=oslo key-of-the-test');
    const without = await run([id, 'GET', '/v1/tides', 'harbor=oslo', '--send']);
    expect(without).toMatchObject({ status: 1, error: expect.stringContaining('The secret API_KEY is missing.') });
  });

  test('prints a response without control characters', async () => {
    const { out } = await run([id, 'GET', '/v1/tides', 'harbor=hostile', '--send'], { API_KEY: 'key-of-the-test' });
    expect(out).toBe('{\n  "tide": "high\\u009b2J\\u202e"\n}\n');
  });

  test('says that it does not print a binary body, and how to save it', async () => {
    const { status, out, error } = await run([id, 'GET', '/v1/tides', 'harbor=picture', '--send'], {
      API_KEY: 'a key',
    });
    expect({ status, out }).toEqual({ status: 0, out: '' });
    expect(error).toContain('Status 200\nThe body is image/png, which this command does not print. To save it,');
  });

  test('warns before it sends a request to a withdrawn API', async () => {
    const { error } = await run(['withdrawn.example', 'POST', '/v1/tides', 'harbor=oslo', '--send']);
    expect(error).toMatch(/^Warning: The publisher withdrew this API\. Choose another\.\n/);
  });

  test('sends a write only with --yes', async () => {
    const before = requests.length;
    const refused = await run([id, 'POST', '/v1/tides', '--send'], { API_KEY: 'key-of-the-test' });
    expect(refused).toMatchObject({ status: 1, error: expect.stringContaining('Use --yes.') });
    expect(requests.length).toBe(before);
    const sent = await run([id, 'POST', '/v1/tides', '--send', '--yes'], { API_KEY: 'key-of-the-test' });
    expect(sent.status).toBe(0);
    expect(requests.length).toBe(before + 1);
  });

  test('sends the content of files', async () => {
    const folder = await makeTemporaryFolder('call-');
    const file = path.join(folder, 'photo.png');
    await writeFile(file, 'a photo');
    const upload = [id, 'POST', '/v1/photos', `photo=@${file}`];
    const options = [{ API_KEY: 'key-of-the-test' }] as const;
    const plan = await run(upload);
    expect(plan.out).toContain("-F 'photo=@photo.png'");
    expect(plan.error).toContain(`The command reads photo.png. Copy ${file} there first.`);
    const sent = await run([...upload, `more=@${file}`, 'harbor=@oslo', '--send', '--yes'], ...options);
    expect(sent.status).toBe(0);
    expect(body.match(/a photo/g)).toHaveLength(2);
    expect(body).toContain('@oslo');
    const before = requests.length;
    const missing = await run([id, 'POST', '/v1/photos', `photo=@${folder}/none.png`, '--send', '--yes'], ...options);
    expect(missing).toMatchObject({ status: 2, error: expect.stringContaining(`${folder}/none.png`) });
    const name = await run([id, 'POST', '/v1/photos', 'photo=photo.png', '--send', '--yes'], ...options);
    expect(name).toMatchObject({ status: 1, error: expect.stringContaining('To send a file, use name=@path.') });
    expect(requests).toHaveLength(before);
    await removeFolder(folder);
  });

  test('lists the endpoints for an unknown one, as JSON with --json', async () => {
    const { status, out, error } = await run([id, 'GET', '/nothing', '--json']);
    expect({ status, error }).toEqual({ status: 2, error: '' });
    expect(JSON.parse(out).error.message).toContain('GET /v1/tides');
  });

  test('suggests the endpoint or the method that the caller meant', async () => {
    const misspelled = await run([id, 'POST', '/v1/foto']);
    expect(misspelled.error).toContain('Did you mean POST /v1/photos? Declared endpoints:\n  POST /v1/photos\n');
    const { error } = await run([id, 'DELETE', '/v1/tides']);
    expect(error).toContain('This path supports GET and POST. Declared endpoints:\n  GET /v1/tides\n');
  });
});
