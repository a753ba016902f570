import { execFile } from 'node:child_process';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { UsageError } from '#cli/terminal/usage-error.ts';
import { sampleObservation, sampleRecord } from '#listing/listing.fixture.ts';
import { HELP, parseCommandLine } from '#maintain/parse-args.ts';
import { runCommand } from '#maintain/run-command.ts';
import { createExamplePublisher, type ExamplePublisher } from '#scripts/example-publisher/publisher.ts';
import { BARE_ENVIRONMENT } from '#store/processes/environment.fixture.ts';
import { readObservation, readRecord, writeObservation, writeRecord } from '#store/record-files.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { addCommits } from '#submission/git/commits.ts';
import { createGit, run } from '#submission/git/git.ts';
import { readBlocklist } from '#submission/local/blocklist-file.ts';
import { lockDataDirectory } from '#submission/local/data-lock.ts';
import { type LocalRegistry, openLocalRegistry } from '#submission/local/local-registry.ts';

let folder: string;
beforeEach(async () => {
  folder = await makeTemporaryFolder('maintain-');
});
afterEach(() => removeFolder(folder));

const at = (...parts: string[]) => path.join(folder, ...parts);

interface Told {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** Runs the script's code without a process. */
async function maintain(settings: Readonly<Record<string, string>>, ...args: string[]): Promise<Told> {
  try {
    const instruction = parseCommandLine(args);
    return { code: 0, out: instruction ? await runCommand(instruction, settings, Date.now()) : HELP, error: '' };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { code: error instanceof UsageError ? 2 : 1, out: '', error: error.message };
  }
}

function script(settings: Readonly<Record<string, string>>, ...args: string[]): Promise<Told> {
  const env = { ...BARE_ENVIRONMENT, ...settings };
  return new Promise(resolve => {
    execFile(process.execPath, ['scripts/maintain.ts', ...args], { env }, (fault, out, error) =>
      resolve({ code: Number(fault?.code ?? 0), out, error }),
    );
  });
}

describe('the script in a clone', () => {
  const record = sampleRecord('https://api.example.com');
  const inClone = (...args: string[]) => maintain({ REGISTRY_DIR: at('registry') }, ...args);
  const stored = async () => (await readRecord(at('registry'), record.id)) as { value: typeof record };

  beforeEach(async () => {
    await run(['init', '--quiet', '--initial-branch=main', folder]);
    await writeRecord(at('registry'), record);
    await writeFile(at('registry/refused.json'), '[]\n');
  });

  test('removes a listing with one command: withdrawn, blocked, and recorded with the reason', async () => {
    const reason = 'The provider requested it.';
    const removed = await inClone('remove', record.id, '--reason', reason);
    expect(removed).toMatchObject({
      code: 0,
      out: expect.stringContaining('git commit --message "Remove api.example.com"'),
    });
    expect((await stored()).value).toMatchObject({ withdrawn: { reason }, manifest: record.manifest });
    const blocked = JSON.parse(await readFile(at('registry/refused.json'), 'utf8'));
    expect(blocked).toEqual([{ origin: record.url, reason }]);
    const isRefused = await readBlocklist(at('registry'));
    expect(isRefused({ id: record.id, host: 'api.example.com' })).toBe(reason);

    expect((await inClone('remove', record.url, '--reason', reason)).out).toMatch(/Nothing changed/);
    expect((await inClone('remove', record.id)).error).toContain('requires a --reason');
    expect((await inClone('restore', record.id)).out).toMatch(
      /is restored\. Its origin is still blocked \(.*\), so it is not checked\. .* run allow https:\/\/api\.example\.com\.$/m,
    );
    await inClone('remove', record.id, '--reason', reason);
    await inClone('allow', record.url);
    expect((await inClone('restore', record.id)).out).toContain('The next revalidation checks it.');
    expect((await stored()).value.withdrawn).toBeUndefined();
    expect(await readFile(at('registry/refused.json'), 'utf8')).toBe('[]\n');
  });

  test('withdraws a listing with a reason or a replacement, restores it, and skips repeated commands', async () => {
    const first = await inClone('withdraw', record.id, '--reason', 'Asked\nby mail.');
    expect(first).toMatchObject({
      code: 0,
      out: expect.stringContaining('git commit --message "Withdraw api.example.com"'),
    });
    const { value } = await stored();
    expect(value).toMatchObject({ withdrawn: { reason: 'Asked by mail.' }, manifest: record.manifest });
    expect(Date.parse(value.updated_at)).toBeGreaterThan(Date.parse(record.updated_at));

    expect((await inClone('withdraw', record.url, '--reason', 'Asked by mail.')).out).toMatch(/Nothing changed/);
    expect(await stored()).toMatchObject({ value });
    await inClone('withdraw', 'https://api.example.com/v1/x', '--reason', 'Its domain was sold.');
    expect((await stored()).value.withdrawn).toEqual({ at: value.withdrawn?.at, reason: 'Its domain was sold.' });

    expect((await inClone('recheck', record.id)).error).toMatch(/Run restore before/);
    expect(await inClone('restore', record.id)).toMatchObject({ code: 0 });
    const restored = (await stored()).value;
    expect(restored).toEqual({ ...record, updated_at: restored.updated_at });
    expect((await inClone('restore', record.id)).out).toMatch(/No maintainer has withdrawn .* Nothing changed/);
  });

  test('does not restore a listing that its publisher withdrew', async () => {
    await writeRecord(at('registry'), { ...record, manifest: { ...record.manifest, listing_requested: false } });
    expect(await inClone('restore', record.id)).toMatchObject({
      code: 1,
      error: expect.stringMatching(/by its publisher/),
    });
  });

  test('blocks and unblocks origins and domains', async () => {
    const list = async () => JSON.parse(await readFile(at('registry/refused.json'), 'utf8'));
    const domain = { domain: 'example.com', reason: 'It floods.' };
    const origin = { origin: 'https://api.example.com:8443', reason: 'It serves malware.' };
    expect((await inClone('refuse', 'EXAMPLE.com', '--reason', domain.reason)).out).toMatch(
      /example\.com and all its hosts is blocked: It floods\.(?:.|\n)*Still listed.*: api\.example\.com\./,
    );
    expect(await inClone('refuse', 'api.example.com_8443', '--reason', origin.reason)).toMatchObject({ code: 0 });
    expect(await list()).toEqual([domain, origin]);
    expect((await inClone('refuse', `${origin.origin}/x`, '--reason', origin.reason)).out).toMatch(/already blocked/);
    expect((await inClone('recheck', record.id)).error).toMatch(/blocked, so it is not checked: It floods/);
    expect((await inClone('explain', 'https://www.example.com')).out).toMatch(
      /not listed, because it is blocked: It floods/,
    );

    expect((await inClone('allow', origin.origin)).out).toMatch(/still blocked by another entry .*: It floods/);
    expect((await inClone('allow', 'other.example')).out).toMatch(/no entry for other\.example and all its hosts/);
    expect(await list()).toEqual([domain]);
    expect(await inClone('allow', 'example.com')).toMatchObject({ code: 0 });
    expect(await list()).toEqual([]);
  });

  test('explains a status from the observations branch and the history of the record', async () => {
    const git = createGit(at('.git'));
    const commit = (name: string, file: string, value: object) => {
      const files = [{ path: file, content: `${JSON.stringify(value, null, 2)}\n` }];
      return addCommits(git, { name, tip: undefined }, [{ message: { subject: name, body: '' }, time: 0, files }]);
    };
    await commit('main', 'registry/listings/ex/api.example.com.json', record);
    const failures = { count: 3, first_at: '2026-11-18T08:00:00Z', last_at: '2026-11-20T08:00:00Z' };
    await commit('observations', 'ex/api.example.com.json', sampleObservation({ failures }));
    const { code, out } = await inClone('explain', record.id);
    expect(code).toBe(0);
    expect(out).toMatch(/^Lapsed because 3 checks in a row failed from 2026-11-18T08:00:00Z/m);
    expect(out).toMatch(/2026-11-01T00:00:00Z {2}listed: listed by its publisher/);
  });

  test('prints a command that commits a new file in a folder with a space', async () => {
    const registryDir = at('my registry');
    await mkdir(registryDir);
    const { out } = await maintain({ REGISTRY_DIR: registryDir }, 'refuse', 'spam.example', '--reason', 'Spam.');
    const command = out.split('\n').at(-1)?.trim() ?? '';
    await promisify(execFile)(
      'sh',
      ['-c', command.replace('git commit', 'git -c user.name=a -c user.email=a commit')],
      {
        cwd: folder,
      },
    );
    expect(String(await run(['-C', folder, 'show', '--name-only', '--format=%s']))).toBe(
      'Block spam.example and all its hosts\n\nmy registry/refused.json\n',
    );
  });

  test.each(['review', 'refuse spam.example --reason Spam.', 'explain api.example.com'])(
    'reports a missing registry for %s and creates nothing',
    async command => {
      const registryDir = at('missing');
      expect(await maintain({ REGISTRY_DIR: registryDir }, ...command.split(' '))).toMatchObject({
        code: 1,
        error: expect.stringContaining(`The registry folder ${registryDir} does not exist.`),
      });
      await expect(stat(registryDir)).rejects.toThrow('ENOENT');
    },
  );

  test('reports invalid commands and changes nothing', async () => {
    const wrong: readonly [code: number, said: RegExp, ...args: string[]][] = [
      [2, /Unknown verb "withdrawl"\. Did you mean withdraw\?/, 'withdrawl', record.id],
      [2, /requires a --reason/, 'withdraw', record.id],
      [2, /requires a --reason/, 'refuse', record.id, '--reason', '  '],
      [2, /501 characters/, 'withdraw', record.id, '--reason', 'x'.repeat(501)],
      [2, /takes no --reason/, 'restore', record.id, '--reason', 'x'],
      [2, /Missing ID\. Usage: npm run maintain -- explain ID\./, 'explain'],
      [2, /Unexpected argument "other\.example"\. Usage: /, 'explain', record.id, 'other.example'],
      [2, /Unknown option/, 'explain', record.id, '--all'],
      [2, /is not a listing id or a URL/, 'explain', 'not an id'],
      [1, /Listing example\.com not found .*Did you mean api\.example\.com\?/, 'explain', 'example.com'],
      [
        1,
        /Listing api\.exampel\.com not found .*Did you mean api\.example\.com\?/,
        'withdraw',
        'api.exampel.com',
        '--reason',
        'x',
      ],
    ];
    const told = await Promise.all(wrong.map(([, , ...args]) => inClone(...args)));
    expect(told.map(({ code, error }, index) => [code, wrong[index]?.[1].test(error) || error])).toEqual(
      wrong.map(([code]) => [code, true]),
    );
    expect((await stored()).value).toEqual(record);
    await writeFile(at('registry/refused.json'), '{"broken');
    expect(await inClone('refuse', 'a.example', '--reason', 'x')).toMatchObject({
      code: 1,
      error: expect.stringMatching(/is invalid/),
    });
    expect(await readFile(at('registry/refused.json'), 'utf8')).toBe('{"broken');
  });

  test('prints its output and exits with the matching status', async () => {
    const settings = { REGISTRY_DIR: at('registry') };
    const all = await Promise.all([
      script(settings),
      script(settings, 'explain', record.id),
      script(settings, 'explain', 'other.example'),
      script(settings, 'explian', record.id),
    ]);
    expect(all).toMatchObject([
      { code: 0, out: expect.stringMatching(/^Usage: (?:.|\n)*withdraw ID --reason TEXT/), error: '' },
      { code: 0, out: expect.stringMatching(/^api\.example\.com is unverified/), error: '' },
      { code: 1, out: '', error: expect.stringMatching(/^Listing other\.example not found in \S+\.\n$/) },
      {
        code: 2,
        out: '',
        error: expect.stringMatching(/Did you mean explain\? For help, run: npm run maintain -- help\n$/),
      },
    ]);
  });
});

test('explains what it can in a folder without Git, and rejects changes it cannot write', async () => {
  const { id } = sampleRecord('https://api.example.com');
  await writeRecord(at('plain'), sampleRecord('https://api.example.com'));
  const inFolder = (...args: string[]) => maintain({ REGISTRY_DIR: at('plain') }, ...args);
  expect(await inFolder('explain', id)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/no check is recorded/),
  });
  expect(await inFolder('recheck', id)).toMatchObject({
    code: 1,
    error: expect.stringMatching(/not in a git repository/),
  });
});

describe('the script on a local registry', () => {
  let publisher: ExamplePublisher;
  let id: string;
  const locally = (...args: string[]) => maintain({ DATA_DIR: at('data'), REGISTRY_DIR: at('seed') }, ...args);

  beforeEach(async () => {
    publisher = await createExamplePublisher();
    const manifest = await (await fetch(`${publisher.origin}/.well-known/api-manifest.json`)).json();
    const record = sampleRecord(publisher.origin, manifest);
    id = record.id;
    await writeRecord(at('seed'), record);
    await (await served()).close();
  });
  afterEach(() => publisher.close());

  function served(): Promise<LocalRegistry> {
    const unexpected = (fault: unknown) => {
      throw fault;
    };
    const verify = () => new Promise<never>(() => {});
    const options = { dataDir: at('data'), registryDir: at('seed'), local: true, verify };
    return openLocalRegistry({ ...options, onListing: unexpected, onBroken: unexpected, onFault: unexpected });
  }

  const git = (...args: string[]) =>
    createGit(at('data/repository/.git'))
      .run(args, { workTree: at('data/repository') })
      .then(String);

  test('commits a decision that the server imports, and requires the server to be stopped', async () => {
    const lock = await lockDataDirectory(at('data'));
    expect(await locally('withdraw', id, '--reason', 'x')).toMatchObject({
      code: 1,
      error: expect.stringMatching(/used by another server/),
    });
    expect(await locally('explain', id)).toMatchObject({
      code: 0,
      out: expect.stringContaining(`${id} is unverified`),
    });
    await lock.release();

    expect(await locally('withdraw', id, '--reason', 'Asked by mail.')).toMatchObject({ code: 0 });
    expect(await locally('refuse', 'http://127.0.0.1:4999', '--reason', 'It serves malware.')).toMatchObject({
      code: 0,
    });
    expect(await git('log', '-2', '--format=%s')).toBe(`Block http://127.0.0.1:4999\nWithdraw ${id}\n`);
    expect(await git('status', '--porcelain')).toBe('');

    const registry = await served();
    expect(await readRecord(registry.directories.registry, id)).toMatchObject({
      value: { withdrawn: { reason: 'Asked by mail.' } },
    });
    const refused = { id: '127.0.0.1_4999', host: '127.0.0.1', url: 'http://127.0.0.1:4999' };
    await expect(registry.submissions.submit(refused, {})).rejects.toThrow(/It serves malware/);
    await registry.close();
  });

  test('checks a listing immediately and writes the result', async () => {
    expect((await locally('recheck', id)).out).toBe(
      `${id} passed its checks. Its status changed from unverified to verified.`,
    );
    publisher.set({ version: '2.0.0' });
    expect((await locally('recheck', publisher.origin)).out).toMatch(
      /Its status is still verified\.\nIts record changed: Update /,
    );
    const record = await readRecord(at('data/repository'), id);
    expect(record).toMatchObject({ value: { manifest: { version: '2.0.0' } } });

    await publisher.close();
    const failures = { count: 1, first_at: '2026-01-01T00:00:00Z', last_at: '2026-01-01T00:00:00Z' };
    const before = sampleObservation({ verified_at: '2025-12-31T00:00:00Z', failures });
    await writeObservation(at('data/observations'), id, before);
    const { code, out } = await locally('recheck', id);
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/failed its checks\. Its status changed from verified to lapsed\.\n- manifest_reachable: /),
    ]);
    expect(await readObservation(at('data/observations'), id)).toMatchObject({ value: { failures: { count: 2 } } });
    expect((await locally('explain', id)).out).toMatch(/^Lapsed because 2 checks in a row failed/m);
  });
});
