import { spawnSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';

const canVerify = spawnSync('systemd-analyze', ['--version']).status === 0;

/** Folders that a running registry writes to: the build caches and the types that Astro generates. */
const WRITABLE = ['.astro', '.cache'];

test('lets a registry write only to the folders it needs, in the systemd unit and the container', async () => {
  const [unit, dockerfile, ignored, guide] = await Promise.all(
    ['deploy/registry.service', 'Dockerfile', '.dockerignore', 'src/site/docs/self-hosting.md'].map(file =>
      readFile(file, 'utf8'),
    ),
  );
  const bound = [...(unit ?? '').matchAll(/\/var\/cache\/([\w-]+):\/opt\/registry\/(\S+)/g)];
  expect(bound.map(([, , folder]) => folder).sort()).toEqual(WRITABLE);
  const [, caches = ''] = /^CacheDirectory=(.*)$/m.exec(unit ?? '') ?? [];
  expect(bound.map(([, cache]) => cache)).toEqual(caches.split(' '));
  const [, owned = ''] = /^RUN install --directory --owner=node --group=node (.*)$/m.exec(dockerfile ?? '') ?? [];
  expect(owned.split(' ').sort()).toEqual([...WRITABLE.map(folder => `/app/${folder}`), '/data']);
  // In the image, leftovers of a clone would belong to another user.
  expect(ignored?.split('\n')).toEqual(expect.arrayContaining(WRITABLE));
  expect(guide).toContain(`sudo install -d -m 755 ${WRITABLE.map(folder => `/opt/registry/${folder}`).join(' ')} `);
});

test.skipIf(!canVerify)('passes systemd-analyze', async () => {
  const folder = await makeTemporaryFolder('units-');
  for (const name of (await readdir('deploy')).filter(each => /\.(service|timer)$/.test(each))) {
    const text = await readFile(path.join('deploy', name), 'utf8');
    await writeFile(
      path.join(folder, name),
      text.replaceAll('/opt/registry', folder).replaceAll('/usr/local/bin/node', process.execPath),
    );
  }
  const units = await readdir(folder);
  expect(units.sort()).toEqual(['registry-failure.service', 'registry.service']);
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...units], { cwd: folder, encoding: 'utf8' });
  await removeFolder(folder);
  expect([status, stderr]).toEqual([0, '']);
});
