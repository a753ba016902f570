import { cp, glob, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { sampleSettings } from './deployment-settings.fixture.ts';
import { runCommand } from './machine/run-command.ts';
import { createPlaceholdersStep, PLACEHOLDER_FILES } from './placeholders.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const SETTINGS = sampleSettings();

let clone = '';
beforeEach(async () => {
  clone = await makeTemporaryFolder('placeholders-');
  for (const file of ['package.json', 'server.json', 'public/schemas', 'action/README.md', 'src/site/docs']) {
    await cp(path.join(ROOT, file), path.join(clone, file), { recursive: true });
  }
});
afterEach(() => removeFolder(clone));

const read = (file: string) => readFile(path.join(clone, file), 'utf8');

test('fills every placeholder of this project once', async () => {
  const step = createPlaceholdersStep(clone, SETTINGS);
  await step.apply?.();
  expect(await step.inspect()).toEqual({ done: true });

  const content = JSON.parse(await read('package.json'));
  expect(content).toMatchObject({
    homepage: 'https://www.acme.org',
    repository: { type: 'git', url: 'git+https://github.com/acme/registry.git' },
    bugs: { url: 'https://github.com/acme/registry/issues' },
  });
  expect(content.dependencies).toEqual(
    JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8')).dependencies,
  );
  expect(JSON.parse(await read('server.json'))).toMatchObject({
    name: 'io.github.acme/registry',
    title: 'Acme APIs',
    remotes: [{ url: 'https://registry.acme.org/mcp' }, { url: 'https://registry.acme.org/mcp' }],
  });
  expect(JSON.parse(await read('public/schemas/v0.3/manifest.json')).$id).toBe(
    'https://www.acme.org/schemas/v0.3/manifest.json',
  );
  for (const file of ['action/README.md', 'src/site/docs/publishing.md', 'src/site/docs/self-hosting.md']) {
    expect(await read(file)).not.toContain('OWNER/REPOSITORY');
  }
});

test('are reverted and filled again by the documented update of a machine', async () => {
  const upstream = path.join(clone, 'upstream');
  const machine = path.join(clone, 'machine');
  const git = async (...args: string[]) => {
    const { ok, output } = await runCommand('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args]);
    if (!ok) throw new Error(output);
  };
  await git('init', '--quiet', upstream);
  const release = async (version: string) => {
    for (const name of ['package.json', 'server.json'])
      await writeFile(
        path.join(upstream, name),
        (await read(name)).replaceAll(/"version": "[\d.]+"/g, `"version": "${version}"`),
      );
    await git('-C', upstream, 'add', '.');
    await git('-C', upstream, 'commit', '--quiet', '--message', version);
  };
  await release('1.0.0');
  await git('clone', '--quiet', upstream, machine);
  const step = createPlaceholdersStep(machine, sampleSettings({ platform: 'machine' }));
  await step.apply?.();
  await release('2.0.0');
  await expect(git('-C', machine, 'pull', '--quiet')).rejects.toThrow(/would be overwritten/);

  const guide = await read('src/site/docs/self-hosting.md');
  const commands = [...guide.matchAll(/^sudo git -C \/opt\/registry (.+)$/gm)].map(([, args = '']) => args.split(' '));
  expect(commands.length).toBeGreaterThan(1);
  for (const args of commands) await git('-C', machine, ...args);
  await step.apply?.();
  expect(JSON.parse(await readFile(path.join(machine, 'package.json'), 'utf8'))).toMatchObject({
    version: '2.0.0',
    homepage: 'https://www.acme.org',
  });
  expect(await step.inspect()).toEqual({ done: true });
});

test('changes the values when the settings change', async () => {
  await createPlaceholdersStep(clone, SETTINGS).apply?.();
  const moved = createPlaceholdersStep(clone, { ...SETTINGS, site_url: 'https://apis.acme.org' });
  expect(await moved.inspect()).toMatchObject({
    missing: ['package.json', 'public/schemas/v0.2/manifest.json', 'public/schemas/v0.3/manifest.json'],
  });
  await moved.apply?.();
  expect(JSON.parse(await read('package.json')).homepage).toBe('https://apis.acme.org');
});

test('knows every file of this project that names OWNER/REPOSITORY for the operator', async () => {
  const found: string[] = [];
  for await (const file of glob(['*.{md,json,jsonc}', '{action,deploy,public,src/site/docs}/**/*.{md,json,conf}'], {
    cwd: ROOT,
  }))
    if ((await readFile(path.join(ROOT, file), 'utf8')).includes('OWNER/REPOSITORY')) found.push(file);
  expect(found.length).toBeGreaterThan(3);
  expect(found.filter(file => !PLACEHOLDER_FILES.includes(file))).toEqual([]);
});

test('names the host of a static registry in the configuration of nginx', async () => {
  await cp(path.join(ROOT, 'deploy'), path.join(clone, 'deploy'), { recursive: true });
  await createPlaceholdersStep(clone, { ...SETTINGS, platform: 'static' }).apply?.();
  const configuration = await read('deploy/nginx-static.conf');
  expect(configuration).toContain('server_name registry.acme.org;');
  expect(configuration).toContain('/etc/letsencrypt/live/registry.acme.org/privkey.pem');
  expect(configuration).not.toContain('example.org');
});
