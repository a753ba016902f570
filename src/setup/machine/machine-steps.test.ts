import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
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
const CLONE = path.resolve(import.meta.dirname, '../../..');

let root = '';
beforeEach(async () => {
  root = await makeTemporaryFolder('machine-');
});
afterEach(() => removeFolder(root));

test('installs the service behind nginx, and changes nothing in a second run', async () => {
  const { steps, commands, log } = createMachine();
  const certificate = path.join(root, 'etc/letsencrypt/live/registry.acme.org');
  await mkdir(certificate, { recursive: true });
  await writeFile(path.join(certificate, 'fullchain.pem'), '');
  expect(await runSteps(steps, { dryRun: false, log })).toMatchObject({ pending: 0, changed: 5 });
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
  expect(await runSteps(steps, { dryRun: false, log })).toEqual({ done: 7, changed: 0, pending: 0 });
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

test('an old Node is an error before anything changes', async () => {
  const { steps, log } = createMachine('v20.11.0');
  expect(await runSteps(steps, { dryRun: false, log })).toEqual({ done: 0, changed: 0, pending: 7 });
});

test('the environment file keeps the lines of the operator and drops the URLs of surfaces without a host', () => {
  const template = '# A comment\nPORT=4321\nSITE_URL=https://old.example\nVALIDATOR_URL=https://old.example\n';
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

function createMachine(version = 'v24.1.0') {
  const commands: string[] = [];
  const lines: string[] = [];
  const run = async (command: string, args: readonly string[]) => {
    commands.push([command, ...args].join(' '));
    if (command.endsWith('node')) return { ok: true, output: `${version}\n` };
    const isActive = commands.includes('systemctl enable --now registry.service');
    return { ok: true, output: args[0] === 'is-active' ? (isActive ? 'active\n' : 'inactive\n') : '' };
  };
  const steps = listMachineSteps({ settings: SETTINGS, clone: CLONE, root, run });
  return { steps, commands, lines, log: (line: string) => void lines.push(line) };
}
