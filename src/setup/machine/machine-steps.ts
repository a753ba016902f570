import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type DeploymentSettings, listHosts, toEnvironment } from '../deployment-settings.ts';
import { createState, SetupError, type Step } from '../step.ts';
import { fillNginx } from './fill-nginx.ts';
import type { RunCommand } from './run-command.ts';

export interface MachineContext {
  readonly settings: DeploymentSettings;
  /** The root of the clone, with `deploy/`. */
  readonly clone: string;
  /** The root of the file system: `/`, or a folder in tests and for packages. */
  readonly root: string;
  readonly run: RunCommand;
}

/** A file that setup installs. */
interface InstalledFile {
  readonly target: string;
  readonly mode: number;
  /** Returns the new content. `current` is undefined if the file does not exist. */
  readonly content: (current: string | undefined) => Promise<string>;
  /** The systemd service that reads the file when it starts. */
  readonly service: 'registry.service' | 'nginx.service';
}

/** Returns the steps for one machine with systemd. They need root. */
export function listMachineSteps(context: MachineContext): readonly Step[] {
  const { settings, clone, root, run } = context;
  const template = (name: string) => readFile(path.join(clone, 'deploy', name), 'utf8');
  const [host = ''] = listHosts(settings);

  return [
    {
      id: 'clone',
      title: 'Place of the clone',
      effect: 'The service does not start, because it cannot read the program.',
      undo: 'Nothing to undo.',
      async inspect() {
        const isHidden = HIDDEN_FOLDERS.some(folder => `${clone}/`.startsWith(`${path.join(root, folder)}/`));
        return createState(
          isHidden ? [`a clone that a service can read, instead of ${clone}`] : [],
          'Move the clone to /opt/registry, and run setup there.',
        );
      },
    },
    {
      id: 'node',
      title: 'Node 24 or newer at /usr/local/bin/node',
      effect: 'The service does not start.',
      undo: 'Nothing to undo.',
      async inspect() {
        const { ok, output } = await run('/usr/local/bin/node', ['--version']);
        const major = Number(/^v(\d+)/.exec(output)?.[1]);
        return createState(
          ok && major >= 24 ? [] : ['the official Node 24'],
          'Install Node 24 from https://nodejs.org/en/download and verify its SHASUMS256.txt.asc.',
        );
      },
    },
    createFileStep(context, 'environment', 'Settings of the service', {
      target: '/etc/registry/registry.env',
      mode: 0o600,
      // The file of this machine, because it can have variables that are not in the settings, such as the signing key.
      content: async current => fillEnvironment(current ?? (await template('registry.env')), settings),
      service: 'registry.service',
    }),
    createCachesStep(clone),
    createFileStep(context, 'unit', 'systemd unit', {
      target: '/etc/systemd/system/registry.service',
      mode: 0o644,
      content: async () => (await template('registry.service')).replaceAll('/opt/registry', clone),
      service: 'registry.service',
    }),
    createFileStep(context, 'failure-unit', 'systemd unit that reports failures', {
      target: '/etc/systemd/system/registry-failure.service',
      mode: 0o644,
      content: () => template('registry-failure.service'),
      service: 'registry.service',
    }),
    {
      id: 'certificate',
      title: `TLS certificate for ${host}`,
      effect: 'nginx does not start.',
      undo: 'Run certbot delete.',
      async inspect() {
        const file = path.join(root, 'etc/letsencrypt/live', host, 'fullchain.pem');
        const found = await readFile(file).then(
          () => true,
          () => false,
        );
        const domains = listHosts(settings).map(each => `--domain ${each}`);
        return createState(
          found ? [] : [`/etc/letsencrypt/live/${host}/fullchain.pem`],
          `Run certbot certonly --webroot --webroot-path /var/www/html --cert-name ${host} ${domains.join(' ')}.`,
        );
      },
    },
    // After the certificate, because nginx does not start with a configuration whose certificate is missing.
    createFileStep(context, 'proxy', 'Configuration of nginx', {
      target: '/etc/nginx/conf.d/registry.conf',
      mode: 0o644,
      content: async () => fillNginx(await template('nginx.conf'), listHosts(settings)),
      service: 'nginx.service',
    }),
    {
      id: 'service',
      title: 'Running service',
      effect: 'The registry is offline.',
      undo: 'Run systemctl disable --now registry.service.',
      async inspect() {
        return createState((await isActive(run, 'registry.service')) ? [] : ['an active registry.service']);
      },
      async apply() {
        await mustRun(run, 'systemctl', ['daemon-reload']);
        await mustRun(run, 'systemctl', ['enable', '--now', 'registry.service']);
        await mustRun(run, 'nginx', ['-t']);
        await mustRun(run, 'systemctl', ['reload-or-restart', 'nginx.service']);
      },
    },
  ];
}

/** Folders that the unit hides from the service: ProtectHome= and PrivateTmp=. */
const HIDDEN_FOLDERS = ['/home', '/root', '/run/user', '/tmp', '/var/tmp'];

/** The folders of the clone where the unit mounts the caches of the service. */
const CACHES = ['.astro', '.cache'];

function createCachesStep(clone: string): Step {
  const exists = (folder: string) =>
    stat(path.join(clone, folder)).then(
      entry => entry.isDirectory(),
      () => false,
    );
  return {
    id: 'caches',
    title: 'Folders for caches',
    effect: 'The service does not start.',
    undo: `Delete ${CACHES.join(' and ')} in ${clone}.`,
    async inspect() {
      const present = await Promise.all(CACHES.map(exists));
      return createState(CACHES.filter((_, index) => !present[index]));
    },
    async apply() {
      for (const folder of CACHES) await mkdir(path.join(clone, folder), { recursive: true, mode: 0o755 });
    },
  };
}

function createFileStep({ root, run }: MachineContext, id: string, title: string, file: InstalledFile): Step {
  const target = path.join(root, file.target);
  return {
    id,
    title,
    effect: `${file.target} is missing or outdated, so the service does not start or has wrong settings.`,
    undo: `Restore ${file.target}.bak, or delete ${file.target}.`,
    async inspect() {
      const current = await readOptional(target);
      return createState(current === (await file.content(current)) ? [] : [file.target]);
    },
    async apply() {
      await mkdir(path.dirname(target), { recursive: true });
      const current = await readOptional(target);
      if (current !== undefined) await writeFile(`${target}.bak`, current, { mode: file.mode });
      await writeFile(`${target}.new`, await file.content(current), { mode: file.mode });
      await rename(`${target}.new`, target);
      if (current === undefined) return;
      await applyChange(run, file.service).catch(async (error: unknown) => {
        // Otherwise, the next run would find the right file, and the service would keep its old settings.
        await rename(`${target}.bak`, target);
        throw error;
      });
    },
  };
}

/** Makes a running service read its changed files. */
async function applyChange(run: RunCommand, service: InstalledFile['service']): Promise<void> {
  if (!(await isActive(run, service))) return;
  if (service === 'nginx.service') await mustRun(run, 'nginx', ['-t']);
  else await mustRun(run, 'systemctl', ['daemon-reload']);
  await mustRun(run, 'systemctl', [service === 'nginx.service' ? 'reload' : 'restart', service]);
}

async function isActive(run: RunCommand, service: string): Promise<boolean> {
  return (await run('systemctl', ['is-active', service])).output.trim() === 'active';
}

/** Sets the variables in an environment file and keeps its other lines. */
export function fillEnvironment(text: string, settings: DeploymentSettings): string {
  const values = new Map(Object.entries(toEnvironment(settings)));
  const names = new Set(['SITE_URL', 'VALIDATOR_URL', 'MCP_URL', ...values.keys()]);
  const lines = text.split('\n').flatMap(line => {
    const [, name = ''] = /^\s*([A-Z_]+)=/.exec(line) ?? [];
    if (!names.has(name)) return [line];
    const value = values.get(name);
    // Drops the same variable further down, whose value systemd would use.
    values.delete(name);
    return value === undefined ? [] : [`${name}=${quote(value)}`];
  });
  const added = [...values].map(([name, value]) => `${name}=${quote(value)}`);
  return `${[...lines.join('\n').trimEnd().split('\n'), ...added].join('\n')}\n`;
}

/** Quotes a value for systemd (systemd.exec, EnvironmentFile) where it needs to be quoted. */
function quote(value: string): string {
  return /^[\w:/.@,+-]*$/.test(value) ? value : `"${value.replace(/["\\$`]/g, '\\$&')}"`;
}

async function mustRun(run: RunCommand, command: string, args: readonly string[]): Promise<void> {
  const { ok, output } = await run(command, args);
  if (!ok) throw new SetupError(`${command} ${args.join(' ')} failed: ${output.trim().split('\n').at(-1)}`);
}

async function readOptional(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    if (error.code === 'EACCES') throw new SetupError(`Cannot read ${file}. Run setup as root.`);
    throw error;
  });
}
