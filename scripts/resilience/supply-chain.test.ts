/** The installed packages and the runtime: the lockfile, the Node of the project, and the Node of deployments. */
import { execFile } from 'node:child_process';
import { access, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
const read = (file: string) => readFile(path.join(ROOT, file), 'utf8');

interface Entry {
  readonly version: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly optional?: boolean;
  readonly hasInstallScript?: boolean;
  readonly bin?: Readonly<Record<string, string>>;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
}

const lock: { packages: Record<string, Entry> } = JSON.parse(await read('package-lock.json'));
const entries = Object.entries(lock.packages)
  .filter(([place]) => place !== '')
  .map(([place, entry]) => ({
    name: place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length),
    ...entry,
  }));
const manifest = JSON.parse(await read('package.json'));

describe('the lockfile', () => {
  test('has an integrity for every entry except those in the decision record', async () => {
    const record = await read('.github/decisions/0013-lockfile-without-integrity.md');
    const [, listed = ''] = /```text\n(.*?)\n```/s.exec(record) ?? [];
    const without = entries.filter(({ integrity, link }) => !integrity && !link);
    expect(without.map(({ name, version }) => `${name}@${version}`).sort()).toEqual(listed.split('\n').sort());
    expect(record).toContain(`except the ${without.length} below`);
  });

  test('has only SHA-512 digests and no registry URL', () => {
    expect(entries.length).toBeGreaterThan(600);
    for (const { name, integrity, resolved } of entries) {
      if (integrity !== undefined) expect(integrity, name).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/);
      expect(resolved, name).toBeUndefined();
    }
  });

  test.each([
    ['x64', 'glibc'],
    ['x64', 'musl'],
  ])('installs nothing without integrity on %s Linux with %s except the recorded packages', (cpu, libc) => {
    const fits = (allowed: readonly string[] | undefined, value: string) => !allowed || allowed.includes(value);
    const installed = entries.filter(
      entry => fits(entry.os, 'linux') && fits(entry.cpu, cpu) && fits(entry.libc, libc),
    );
    const unpinned = installed.filter(({ integrity }) => !integrity).map(({ name }) => name);
    expect(unpinned).toEqual(libc === 'glibc' ? [] : ['@biomejs/cli-linux-x64-musl']);
  });

  test('names the platform of each entry without integrity, so that npm installs it only there', () => {
    for (const { name, integrity, optional, os = [], cpu = [], libc = [] } of entries.filter(each => !each.integrity)) {
      expect([integrity, optional], name).toEqual([undefined, true]);
      for (const part of [...os, ...cpu])
        expect(name).toMatch(new RegExp(part.replace('win32', 'win').replace('x64', '64')));
      expect(os.length + cpu.length, name).toBeGreaterThan(0);
      expect(libc, name).toEqual(/musl/.test(name) ? ['musl'] : /-gnu/.test(name) ? ['glibc'] : []);
    }
  });

  test('has install scripts only in packages for which package.json disables them', () => {
    const scripted = new Set(entries.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name));
    const allowed = Object.entries(manifest.allowScripts).filter(([, value]) => value === false);
    expect(allowed.map(([name]) => name)).toEqual(
      expect.arrayContaining([...scripted].filter(name => name !== 'fsevents')),
    );
  });
});

describe('the Node of the project', () => {
  test('has the version from the lockfile in node_modules/.bin after npm ci', async () => {
    const { stdout } = await run(path.join(ROOT, 'node_modules/.bin/node'), ['--version']);
    const { version } = lock.packages[`node_modules/node-${process.platform}-${process.arch}`] ?? { version: '24.' };
    expect(stdout.trim()).toBe(`v${version}`);
  });

  test('has an integrity and a node executable for each platform', () => {
    const names = Object.keys(manifest.optionalDependencies).filter(name => name.startsWith('node-'));
    expect(names).toHaveLength(4);
    for (const name of names) {
      const entry = lock.packages[`node_modules/${name}`];
      expect(entry, name).toMatchObject({
        integrity: expect.stringMatching(/^sha512-/),
        bin: { node: expect.any(String) },
      });
      expect(entry?.hasInstallScript, name).toBeUndefined();
      expect(entry?.version, name).toMatch(/^24\./);
    }
  });
});

describe('deployments', () => {
  test('run the official Node instead of an npm package', async () => {
    const units = (await readdir(path.join(ROOT, 'deploy'))).filter(name => name.endsWith('.service'));
    const texts = await Promise.all(units.map(unit => read(`deploy/${unit}`)));
    const starts = texts.flatMap(text => text.match(/^Exec\w+=.*\.ts.*$/gm) ?? []);
    expect(starts.length).toBeGreaterThan(0);
    for (const start of starts) expect(start).toMatch(/^ExecStart=\/usr\/local\/bin\/node scripts\//);
    const dockerfile = await read('Dockerfile');
    expect(dockerfile.match(/^FROM \S+/gm)).toEqual(['FROM node:24-bookworm-slim', 'FROM node:24-bookworm-slim']);
    expect(dockerfile).toContain('RUN rm -rf node_modules/.bin/node node_modules/node-linux-*');
    expect(dockerfile).not.toContain('npm start');
  });

  test('have their scripts', async () => {
    const texts = [await read('Dockerfile'), await read('deploy/registry.service')];
    const scripts = texts.flatMap(text => text.match(/scripts\/[\w-]+\.ts/g) ?? []);
    expect(scripts.length).toBeGreaterThan(1);
    for (const script of scripts) await access(path.join(ROOT, script));
  });
});
