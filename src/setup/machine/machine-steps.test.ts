import { cp, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import type { DeploymentSettings } from '../deployment-settings.ts';
import { runSteps } from '../run-steps.ts';
import { fillEnvironment, listMachineSteps } from './machine-steps.ts';

const SETTINGS: DeploymentSettings = {
  platform: 'machine',
  site_name: 'Acme "APIs"',
  registry_url: 'https://registry.acme.org',
  mcp_url: 'https://mcp.acme.org/mcp',
  contact: 'mailto:registry@acme.org',
};

let root = '';
/** A clone with only the files that setup reads. */
let clone = '';
beforeEach(async () => {
  root = await makeTemporaryFolder('machine-');
  clone = path.join(root, 'opt/acme');
  await cp(path.resolve(import.meta.dirname, '../../../deploy'), path.join(clone, 'deploy'), { recursive: true });
});
afterEach(() => removeFolder(root));

test('installs the service behind nginx, and changes nothing in a second run', async () => {
  const { steps, commands, log } = createMachine();
  const certificate = path.join(root, 'etc/letsencrypt/live/registry.acme.org');
  await mkdir(certificate, { recursive: true });
  await writeFile(path.join(certificate, 'fullchain.pem'), '');
  expect(await runSteps(steps, { dryRun: false, log })).toMatchObject({ pending: 0, changed: 6 });
  expect(commands).toContain('systemctl enable --now registry.service');

  const environment = await readFile(path.join(root, 'etc/registry/registry.env'), 'utf8');
  expect(environment).toContain('REGISTRY_URL=https://registry.acme.org\n');
  expect(environment).toContain('SITE_NAME="Acme \\"APIs\\""\n');
  expect(environment).not.toContain('example.org');
  expect((await stat(path.join(root, 'etc/registry/registry.env'))).mode & 0o777).toBe(0o600);
  const nginx = await readFile(path.join(root, 'etc/nginx/conf.d/registry.conf'), 'utf8');
  expect(nginx).toContain('server_name registry.acme.org mcp.acme.org;');
  expect(nginx).toContain('/etc/letsencrypt/live/registry.acme.org/fullchain.pem');
  expect(nginx).not.toContain('example.org');
  expect(await runSteps(steps, { dryRun: false, log })).toEqual({ done: 9, changed: 0, pending: 0 });
});

test('the unit runs the program in the clone, with the folders where it mounts its caches', async () => {
  const { steps, log } = createMachine();
  await runSteps(steps, { dryRun: false, log });
  const unit = await readFile(path.join(root, 'etc/systemd/system/registry.service'), 'utf8');
  expect(unit).toContain(`WorkingDirectory=${clone}\n`);
  expect(unit).not.toContain('/opt/registry');
  for (const [, folder = ''] of unit.matchAll(/\/var\/cache\/[\w-]+:(\S+)/g))
    expect((await stat(folder)).isDirectory(), folder).toBe(true);
});

test('stops at a clone that the unit hides from the service', async () => {
  const { steps, lines, log } = createMachine({ place: path.join(root, 'home/ada/registry') });
  expect(await runSteps(steps, { dryRun: false, log })).toEqual({ done: 0, changed: 0, pending: 9 });
  expect(lines.at(-1)?.trim()).toBe('Move the clone to /opt/registry, and run setup there.');
});

test('stops before the service starts if there is no certificate, and shows how to get one', async () => {
  const { steps, commands, lines, log } = createMachine();
  expect(await runSteps(steps, { dryRun: false, log })).toMatchObject({ pending: 3 });
  expect(lines.at(-1)?.trim()).toBe(
    'Run certbot certonly --webroot --webroot-path /var/www/html --cert-name registry.acme.org --domain registry.acme.org --domain mcp.acme.org.',
  );
  expect(commands.filter(command => command.includes('enable'))).toEqual([]);
});

test('keeps a copy of a file that it replaces', async () => {
  const { steps, log } = createMachine();
  await mkdir(path.join(root, 'etc/registry'), { recursive: true });
  await writeFile(path.join(root, 'etc/registry/registry.env'), 'PORT=9999\n');
  await runSteps(steps, { dryRun: false, log });
  expect(await readFile(path.join(root, 'etc/registry/registry.env.bak'), 'utf8')).toBe('PORT=9999\n');
});

test('keeps the variables that the operator added to the settings of the service', async () => {
  const { steps, log } = createMachine();
  const file = path.join(root, 'etc/registry/registry.env');
  await runSteps(steps, { dryRun: false, log });
  await writeFile(file, `${await readFile(file, 'utf8')}REGISTRY_SIGNING_KEY=MC4CAQAw\nSUBMIT_LIMIT=2\n`);
  const environment = steps.filter(({ id }) => id === 'environment');
  expect(await runSteps(environment, { dryRun: false, log })).toEqual({ done: 1, changed: 0, pending: 0 });
  const changed = createMachine({ settings: { ...SETTINGS, contact: 'mailto:apis@acme.org' } });
  await runSteps(
    changed.steps.filter(({ id }) => id === 'environment'),
    { dryRun: false, log },
  );
  const text = await readFile(file, 'utf8');
  expect(text).toMatch(/^REGISTRY_SIGNING_KEY=MC4CAQAw\nSUBMIT_LIMIT=2$/m);
  expect(text).toContain('CONTACT=mailto:apis@acme.org\n');
});

describe('changed settings', () => {
  const changed = { ...SETTINGS, registry_url: 'https://apis.acme.org' };
  const select = (ids: readonly string[], machine: ReturnType<typeof createMachine>) =>
    machine.steps.filter(({ id }) => ids.includes(id));

  test.each([
    ['environment', ['systemctl daemon-reload', 'systemctl restart registry.service']],
    ['proxy', ['nginx -t', 'systemctl reload nginx.service']],
  ])('reach the running service (%s)', async (id, expected) => {
    const first = createMachine();
    await runSteps(select([id], first), { dryRun: false, log: first.log });
    expect(first.commands).toEqual([]);
    const second = createMachine({ settings: changed, isRunning: true });
    await runSteps(select([id], second), { dryRun: false, log: second.log });
    expect(second.commands.filter(command => !command.includes('is-active'))).toEqual(expected);
  });

  test('are applied by the next run if the service rejects them', async () => {
    const first = createMachine();
    await runSteps(select(['proxy'], first), { dryRun: false, log: first.log });
    const rejected = createMachine({ settings: changed, isRunning: true, failing: 'nginx -t' });
    await expect(runSteps(select(['proxy'], rejected), { dryRun: false, log: rejected.log })).rejects.toThrow(
      /^nginx -t failed/,
    );
    const next = createMachine({ settings: changed, isRunning: true });
    expect(await runSteps(select(['proxy'], next), { dryRun: false, log: next.log })).toMatchObject({ changed: 1 });
    expect(next.commands).toContain('systemctl reload nginx.service');
  });
});

test('an old Node is an error before anything changes', async () => {
  const { steps, log } = createMachine({ version: 'v20.11.0' });
  expect(await runSteps(steps, { dryRun: false, log })).toEqual({ done: 1, changed: 0, pending: 8 });
});

test('the environment file keeps the lines of the operator and drops the URLs of surfaces without a host', () => {
  const template =
    '# A comment\nPORT=4321\nSITE_URL=https://old.example\nVALIDATOR_URL=https://old.example\nSITE_URL=https://older.example\n';
  expect(fillEnvironment(template, SETTINGS)).toBe(
    [
      '# A comment',
      'PORT=4321',
      'SITE_URL=https://registry.acme.org',
      'SITE_NAME="Acme \\"APIs\\""',
      'REGISTRY_URL=https://registry.acme.org',
      'MCP_URL=https://mcp.acme.org/mcp',
      'CONTACT=mailto:registry@acme.org',
      'SECURITY_CONTACT=mailto:registry@acme.org',
      '',
    ].join('\n'),
  );
});

interface MachineOptions {
  readonly version?: string;
  readonly place?: string;
  readonly settings?: DeploymentSettings;
  /** Whether the services run already. */
  readonly isRunning?: boolean;
  /** A command that fails. */
  readonly failing?: string;
}

function createMachine({
  version = 'v24.1.0',
  place = clone,
  settings = SETTINGS,
  isRunning = false,
  failing,
}: MachineOptions = {}) {
  const commands: string[] = [];
  const lines: string[] = [];
  const run = async (command: string, args: readonly string[]) => {
    commands.push([command, ...args].join(' '));
    if (commands.at(-1) === failing) return { ok: false, output: 'invalid configuration' };
    if (command.endsWith('node')) return { ok: true, output: `${version}\n` };
    const isActive = isRunning || commands.includes('systemctl enable --now registry.service');
    return { ok: true, output: args[0] === 'is-active' ? (isActive ? 'active\n' : 'inactive\n') : '' };
  };
  const steps = listMachineSteps({ settings, clone: place, root, run });
  return { steps, commands, lines, log: (line: string) => void lines.push(line) };
}
