import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startRegistry, type TestRegistry } from '#client/registry.fixture.ts';
import { numberedListings } from '#edge/catalog/catalog.fixture.ts';
import { sampleObservation, sampleRecord } from '#listing/listing.fixture.ts';
import { type Listing, listingOf } from '#listing/listing.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { apiManifest } from '../api-manifest.ts';
import { InterruptedError } from '../terminal/interrupted-error.ts';
import { createTestTerminal, runCli } from '../terminal/terminal.fixture.ts';

let registry: TestRegistry;
let parent: string;
let folder: string;

beforeAll(async () => {
  registry = await startRegistry();
});
beforeEach(async () => {
  registry.listings = numberedListings(30);
  registry.requests.length = 0;
  parent = await makeTemporaryFolder('mirror-');
  folder = path.join(parent, 'copy');
});
afterEach(() => removeFolder(parent));
afterAll(() => registry.close());

async function mirror(address = registry.address, ...options: readonly string[]) {
  const { status, out, error } = await runCli(['mirror', folder, '--json', '--registry', address, ...options]);
  return { status, error, ...(out === '' ? {} : JSON.parse(out)) };
}

/**
 * Expects the folder to contain exactly the responses of the registry for its listings, byte for byte, and no other
 * files.
 */
async function expectExact(): Promise<void> {
  const names = await readdir(path.join(folder, 'listings'));
  expect(names.sort()).toEqual(registry.listings.map(({ record }) => `${record.id}.json`).sort());
  for (const name of names) {
    const response = await fetch(`${registry.address}/listings/${name.slice(0, -'.json'.length)}`);
    expect(await readFile(path.join(folder, 'listings', name), 'utf8')).toBe(await response.text());
  }
}

function changed(listing: Listing, now: string): Listing {
  const { record } = listing;
  return listingOf({ ...record, manifest: { ...record.manifest, name: `Changed ${now}` }, updated_at: now });
}

test('copies everything in the first run and nothing in the second', async () => {
  expect(await mirror()).toMatchObject({ status: 0, listings: 30, written: 30, removed: 0, export_files: null });
  await expectExact();
  expect(await mirror()).toMatchObject({ status: 0, listings: 30, written: 0 });
  await expectExact();
});

test('applies changes, tombstones, and added and removed listings', async () => {
  await mirror();
  const [first, second, third, , ...rest] = registry.listings;
  if (!first || !second || !third) throw new Error('There are 30 listings.');
  const late = '2026-11-22T00:00:00Z';
  const withdrawn = sampleRecord(second.record.url, { listing_requested: false }, { updated_at: late });
  const lapsed = sampleObservation({
    last_checked_at: late,
    failures: { count: 3, first_at: '2026-11-20T00:00:00Z', last_at: late },
  });
  registry.listings = [
    changed(first, late),
    listingOf(withdrawn),
    listingOf(third.record, lapsed),
    ...rest,
    listingOf(sampleRecord('https://new.example', {}, { created_at: late, updated_at: late })),
  ];
  expect(await mirror()).toMatchObject({ status: 0, listings: 30, written: 4, removed: 1 });
  await expectExact();
  expect(await readFile(path.join(folder, 'listings', `${second.record.id}.json`), 'utf8')).toContain('"withdrawn"');
});

test('resumes after an interruption', async () => {
  const stop = new AbortController();
  const terminal = {
    ...createTestTerminal({ signal: stop.signal }),
    progress: (line: string) => line.startsWith('12 ') && stop.abort(new InterruptedError('SIGINT')),
  };
  expect(await apiManifest(['mirror', folder, '--registry', registry.address], terminal)).toBe(130);
  const before = (await readdir(path.join(folder, 'listings'))).length;
  expect(before).toBeGreaterThan(10);
  expect(before).toBeLessThan(30);
  expect(await mirror()).toMatchObject({ status: 0, listings: 30 });
  await expectExact();
});

test('restores lost and partly written files', async () => {
  await mirror();
  await rm(path.join(folder, 'listings/api-7.example.json'));
  await writeFile(path.join(folder, 'listings/api-8.example.json.part'), 'half');
  expect(await mirror()).toMatchObject({ status: 0, listings: 30, written: 1 });
  await expectExact();
});

test('reads the list again if the registry changes during the copy', async () => {
  const late = '2026-11-22T00:00:00Z';
  registry.listings = numberedListings(700);
  const copying = mirror();
  await expect.poll(() => registry.requests.length).toBeGreaterThan(100);
  registry.listings = registry.listings.slice(1).map((listing, i) => (i === 3 ? changed(listing, late) : listing));
  expect(await copying).toMatchObject({ status: 0, listings: 699 });
  await expectExact();
});

describe('a registry whose clock was ahead', () => {
  afterEach(() => void vi.restoreAllMocks());

  test.each(['2026-11-21T12:00:00Z', '2026-12-24T12:00:00Z'])('gets its changes of the past until %s', async time => {
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-21T00:00:00Z'));
    const [first, second, ...rest] = numberedListings(30);
    if (!first || !second) throw new Error('There are 30 listings.');
    const ahead = changed(first, '2026-12-25T00:00:00Z');
    registry.listings = [ahead, second, ...rest];
    await mirror();
    registry.listings = [ahead, changed(second, '2026-11-21T01:00:00Z'), ...rest];
    now.mockReturnValue(Date.parse(time));
    expect(await mirror()).toMatchObject({ status: 0, written: 1, faults: [] });
    await expectExact();
  });
});

describe('a rollback', () => {
  const [early, late] = ['2026-11-20T00:00:00Z', '2026-11-22T00:00:00Z'];
  const rolledBack = { status: 1, written: 0, removed: 0, faults: [expect.stringContaining('--accept-older')] };
  const asOf = (now: string) => numberedListings(30).map(listing => changed(listing, now));

  test('changes nothing if the listings are older', async () => {
    registry.listings = asOf(late);
    await mirror();
    registry.listings = asOf(early).slice(1);
    expect(await mirror()).toMatchObject({ ...rolledBack, listings: 30, generated_at: late });
    registry.listings = asOf(late);
    await expectExact();
    expect(await mirror()).toMatchObject({ status: 0, written: 0, faults: [] });
  });

  test('changes nothing if the registry has no date', async () => {
    registry.listings = asOf(late);
    await mirror();
    registry.listings = [];
    expect(await mirror()).toMatchObject({ ...rolledBack, listings: 30 });
  });

  test('replaces the mirror with --accept-older', async () => {
    registry.listings = asOf(late);
    await mirror();
    registry.listings = asOf(early).slice(1);
    expect(await mirror(registry.address, '--accept-older')).toMatchObject({ status: 0, written: 29, removed: 1 });
    await expectExact();
    // From now on, this is the newest data seen.
    expect(await mirror()).toMatchObject({ status: 0, written: 0 });
  });
});

describe('an export', () => {
  const LISTED_AT = '2026-11-01T00:00:00Z';
  const lines = [{ id: 'a.example', name: 'A' }];
  let files: Record<string, string>;
  let promised: object[];
  let exportedAt: string;
  let served: string;
  /** Called with the path of each request, before its response. */
  let onRequest: (pathname: string) => void;
  /** The path of a response that ends early. */
  let truncated: string | undefined;
  let changedSince: readonly object[];
  let server: Server;
  let address: string;

  beforeEach(async () => {
    files = { '/export/listings-1.ndjson': lines.map(line => `${JSON.stringify(line)}\n`).join('') };
    promised = [fileOf('listings-1.ndjson', files['/export/listings-1.ndjson'] ?? '')];
    exportedAt = LISTED_AT;
    changedSince = lines;
    truncated = undefined;
    onRequest = () => undefined;
    served = JSON.stringify({ meta: {}, data: { id: 'a.example', name: 'A', manifest: {} } });
    server = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
      onRequest(pathname);
      const isWhole = searchParams.get('updated_since')?.startsWith('1970') ?? true;
      const listings = isWhole ? lines : changedSince;
      const links = { next: null };
      const rows = { meta: { generated_at: LISTED_AT, links }, data: { listings, count: 1, total: 1 } };
      const bodies: Record<string, string> = {
        '/listings': JSON.stringify(rows),
        '/listings/a.example': served,
        '/export/index.json': JSON.stringify({ generated_at: exportedAt, files: promised }),
        ...files,
      };
      const body = bodies[pathname];
      if (pathname === truncated) {
        response.writeHead(200, { 'Content-Length': 1000 }).write('{', () => response.destroy());
        return;
      }
      const etag = `"${body?.length}"`;
      const status = body === undefined ? 404 : request.headers['if-none-match'] === etag ? 304 : 200;
      response.writeHead(status, { ETag: etag }).end(status === 200 ? body : undefined);
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterEach(async () => {
    server.closeAllConnections();
    await new Promise(resolve => server.close(resolve));
  });

  function fileOf(name: string, text: string) {
    return { path: name, size: Buffer.byteLength(text), sha256: createHash('sha256').update(text).digest('hex') };
  }

  test('stays in the folder and verifies the listings', async () => {
    expect(await mirror(address)).toMatchObject({ status: 0, export_files: 1, faults: [] });
    expect(await readFile(path.join(folder, 'export/listings-1.ndjson'), 'utf8')).toBe(
      files['/export/listings-1.ndjson'],
    );
  });

  test('fails with a wrong digest and leaves no file', async () => {
    files['/export/listings-1.ndjson'] = `${JSON.stringify({ id: 'a.example', name: 'B' })}\n`;
    expect(await mirror(address)).toMatchObject({
      status: 1,
      faults: [expect.stringMatching(/^export\/listings-1\.ndjson has the SHA-256 digest/)],
    });
    await expect(readFile(path.join(folder, 'export/listings-1.ndjson'))).rejects.toThrow('ENOENT');
  });

  test.each(['/listings/a.example', '/export/index.json', '/export/listings-1.ndjson'])(
    'reports that %s ends early, and completes the copy in the next run',
    async pathname => {
      truncated = pathname;
      expect(await mirror(address)).toMatchObject({
        status: 2,
        error: { message: expect.stringContaining('did not send its whole response') },
      });
      truncated = undefined;
      expect(await mirror(address)).toMatchObject({ status: 0, listings: 1, export_files: 1, faults: [] });
    },
  );

  const publish = (version: number, now = LISTED_AT) => {
    exportedAt = now;
    files = {
      [`/export/other-${version}.txt`]: `text ${version}`,
      '/export/signature.json': `signature ${version}`,
    };
    promised = [fileOf(`other-${version}.txt`, `text ${version}`)];
  };

  test.each(['/export/other-1.txt', '/export/signature.json'])(
    'copies it again if it changes before the request for %s',
    async pathname => {
      publish(1);
      onRequest = requested => {
        if (requested === pathname) publish(2);
      };
      expect(await mirror(address)).toMatchObject({ status: 0, export_files: 1, faults: [] });
      expect((await readdir(path.join(folder, 'export'))).sort()).toEqual([
        'index.json',
        'other-2.txt',
        'signature.json',
      ]);
      expect(await readFile(path.join(folder, 'export/signature.json'), 'utf8')).toBe('signature 2');
    },
  );

  test('fails if it changes during each copy', async () => {
    let version = 1;
    publish(version);
    onRequest = requested => {
      if (requested === '/export/signature.json') publish(++version);
    };
    expect(await mirror(address)).toMatchObject({
      status: 1,
      faults: ['The export changed during the copy. Run mirror again.'],
    });
  });

  test('loses the files that it no longer has, and those of an interrupted run', async () => {
    publish(1);
    await mirror(address);
    await mkdir(path.join(folder, 'export/part'));
    await writeFile(path.join(folder, 'export/part/other-0.txt.part'), 'half');
    publish(2, '2026-11-02T00:00:00Z');
    expect(await mirror(address)).toMatchObject({ status: 0, export_files: 1, faults: [] });
    const names = await readdir(path.join(folder, 'export'), { recursive: true });
    expect(names.sort()).toEqual(['index.json', 'other-2.txt', 'part', 'signature.json']);
  });

  test.each(['{}', '{"files":[null]}', '{"files":[{"path":"listings-1.ndjson"}]}'])(
    'rejects the index %s',
    async text => {
      files['/export/index.json'] = text;
      expect(await mirror(address)).toMatchObject({
        status: 2,
        error: { message: expect.stringContaining('/export/index.json is not an export index') },
      });
    },
  );

  test('rejects an older one than the saved one, which stays', async () => {
    exportedAt = '2026-11-22T00:00:00Z';
    await mirror(address);
    const saved = await readFile(path.join(folder, 'export/index.json'), 'utf8');
    exportedAt = '2026-11-21T00:00:00Z';
    files['/export/listings-1.ndjson'] = '';
    promised = [fileOf('listings-1.ndjson', '')];
    expect(await mirror(address)).toMatchObject({
      status: 1,
      faults: [expect.stringMatching(/^The export \(2026-11-21T00:00:00Z\) is older than .*--accept-older/)],
    });
    expect(await readFile(path.join(folder, 'export/index.json'), 'utf8')).toBe(saved);
    expect(await readFile(path.join(folder, 'export/listings-1.ndjson'), 'utf8')).not.toBe('');
    expect(await mirror(address, '--accept-older')).toMatchObject({ status: 0, export_files: 1 });
  });

  test('lists each listing with other contents', async () => {
    const text = `${JSON.stringify({ id: 'a.example', name: 'B' })}\n${JSON.stringify({ id: 'b.example' })}\n`;
    files['/export/listings-1.ndjson'] = text;
    promised = [fileOf('/export/listings-1.ndjson', text)];
    const { status, faults } = await mirror(address);
    expect(status).toBe(1);
    expect(faults).toEqual([
      'listings/a.example.json does not match export/listings-1.ndjson.',
      'listings/b.example.json is missing, but export/listings-1.ndjson has it.',
    ]);
  });

  test('fetches what differs from it again, though nothing in the list changed', async () => {
    const text = () =>
      `${JSON.stringify({ id: 'a.example', sha256: createHash('sha256').update(served).digest('hex') })}\n`;
    const update = () => {
      files['/export/digests-1.ndjson'] = text();
      promised = [fileOf('digests-1.ndjson', text())];
    };
    const saved = () => readFile(path.join(folder, 'listings/a.example.json'), 'utf8');
    update();
    await mirror(address);
    // Nothing changes its time of change, as after an update of the registry's software.
    changedSince = [];
    served = served.replace('"manifest":{}', '"manifest":{},"links":{}');
    update();
    expect(await mirror(address)).toMatchObject({ status: 0, written: 1, faults: [] });
    expect(await saved()).toBe(served);
    expect(await mirror(address)).toMatchObject({ status: 0, written: 0, faults: [] });
    files['/export/listings-1.ndjson'] = `${JSON.stringify({ id: 'a.example', name: 'A' })}\n`;
    promised.push(fileOf('listings-1.ndjson', files['/export/listings-1.ndjson']));
    // Its ETag is still that of the registry.
    await writeFile(path.join(folder, 'listings/a.example.json'), 'null');
    expect(await mirror(address)).toMatchObject({ status: 0, written: 1, faults: [] });
    expect(await saved()).toBe(served);
  });

  test('reports an id that leads out of the folder, and ignores lines without an id', async () => {
    const text = `${JSON.stringify({ id: '../mirror', sha256: '' })}\nnull\n[]\n{\n{"data":null}\n`;
    files['/export/digests-1.ndjson'] = text;
    promised = [fileOf('digests-1.ndjson', text)];
    expect(await mirror(address)).toMatchObject({
      status: 1,
      written: 1,
      faults: ['listings/../mirror.json is missing, but export/digests-1.ndjson has it.'],
    });
  });

  test.each([
    '../../evil',
    'https://elsewhere.example/export/x',
    '/etc/passwd',
    '..%2f..%2fevil',
    'index.json',
    '.hidden',
  ])('cannot write to %s', async evil => {
    promised = [fileOf(evil, '')];
    expect(await mirror(address)).toMatchObject({
      status: 1,
      faults: [expect.stringContaining('is not a path below')],
    });
    expect((await readdir(parent)).sort()).toEqual(['copy']);
  });
});

describe('mirror', () => {
  test('rejects a folder with other files', async () => {
    await mkdir(folder);
    await writeFile(path.join(folder, 'thesis.doc'), '');
    expect(await mirror()).toMatchObject({ status: 2, error: { message: expect.stringContaining('has other files') } });
  });

  test('resumes a first run that ended while it wrote its state', async () => {
    await mkdir(folder);
    await writeFile(path.join(folder, 'mirror.json.part'), '{"regi');
    expect(await mirror()).toMatchObject({ status: 0, listings: 30 });
    expect((await readdir(folder)).sort()).toEqual(['listings', 'mirror.json']);
  });

  test.each([
    '{',
    'null',
    '{"registry":"R","generated_at":null,"etags":null}',
    '{"registry":"R","generated_at":"x","etags":{}}',
  ])('rejects the damaged state %s', async text => {
    await mkdir(folder);
    await writeFile(path.join(folder, 'mirror.json'), text.replace('R', registry.address));
    expect(await mirror()).toMatchObject({ status: 2, error: { message: expect.stringContaining('is damaged') } });
  });

  test('rejects the mirror of another registry', async () => {
    await mirror();
    expect(await mirror('http://127.0.0.1:1')).toMatchObject({
      status: 2,
      error: { message: expect.stringContaining('mirrors') },
    });
  });

  test('reports an unreachable registry', async () => {
    expect(await mirror('http://127.0.0.1:1')).toMatchObject({
      status: 2,
      error: { message: expect.stringContaining('Cannot reach') },
    });
  });

  test.each(['{}', 'null', '{"data":[]}', '{"data":{"listings":[null]},"meta":{"links":{}}}'])(
    'rejects the response %s',
    async body => {
      const server = createServer((_, response) => response.end(body));
      await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
      const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      expect(await mirror(address)).toMatchObject({
        status: 2,
        error: { message: expect.stringContaining('is not a registry') },
      });
      server.close();
    },
  );

  test('rejects an id that leads out of the folder', async () => {
    const server = createServer((_, response) => {
      const page = {
        meta: { generated_at: 'T', links: { next: null } },
        data: { listings: [{ id: '../x' }], total: 1 },
      };
      response.end(JSON.stringify(page));
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(await mirror(address)).toMatchObject({
      status: 2,
      error: { message: expect.stringContaining('invalid listing id') },
    });
    server.closeAllConnections();
    server.close();
  });
});
