import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#server/http/ports.ts';
import { stopProcess } from '#store/processes/stop-process.fixture.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { goodCertificate, leafKey } from '#verify/fetch/fixtures/certificates.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

const HOST = '127.0.0.1';

/** Debian installs nginx outside the PATH of ordinary users. */
const PATH = `${process.env.PATH}:/usr/sbin:/usr/local/sbin`;

/** Whether this machine has nginx. */
export const hasNginx = spawnSync('nginx', ['-v'], { env: { PATH } }).status === 0;

/** nginx with a configuration of `deploy/`. */
export interface RunningNginx {
  /** Accepts TLS, with a certificate of `testAuthority`. */
  readonly tlsPort: number;
  /** Accepts plain HTTP with the same configuration as TLS. */
  readonly plainPort: number;
  /** Has the configuration of port 80. */
  readonly httpPort: number;
  close(): Promise<void>;
}

/**
 * Runs nginx in a separate folder with a file of `deploy/`, in which only the ports, the certificates, and the paths or
 * ports in `replaced` differ.
 *
 * @throws Error with the output of `nginx -t` if nginx rejects the configuration
 */
export async function runNginx(file: string, replaced: Readonly<Record<string, string>>): Promise<RunningNginx> {
  const folder = await makeTemporaryFolder('nginx-');
  const ports = { tlsPort: await freePort(HOST), plainPort: await freePort(HOST), httpPort: await freePort(HOST) };
  await Promise.all([
    mkdir(path.join(folder, 'temp')),
    writeFile(path.join(folder, 'fullchain.pem'), goodCertificate),
    writeFile(path.join(folder, 'privkey.pem'), leafKey),
  ]);
  let site = (await readFile(path.join(ROOT, 'deploy', file), 'utf8'))
    .replace(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen ${HOST}:${ports.httpPort};`)
    .replace(/listen 443 (.*);/, `listen ${HOST}:${ports.tlsPort} $1;\n  listen ${HOST}:${ports.plainPort};`)
    .replace(/\/etc\/letsencrypt\/live\/[^/]+/g, folder);
  for (const [from, to] of Object.entries(replaced)) {
    if (!site.includes(from)) throw new Error(`deploy/${file} does not contain ${from}.`);
    site = site.replaceAll(from, to);
  }
  await writeFile(path.join(folder, 'site.conf'), site);
  await writeFile(path.join(folder, 'nginx.conf'), mainConfiguration());
  const args = ['-p', folder, '-c', 'nginx.conf', '-e', 'error.log'];
  await testConfiguration(args);
  const child = spawn('nginx', args, { env: { PATH }, stdio: 'ignore' });
  await untilListening(child, ports.tlsPort, folder);
  return {
    ...ports,
    async close() {
      await stopProcess(child);
      await removeFolder(folder);
    },
  };
}

/** Includes the site as Debian's nginx.conf does. The workers of root could not read folders of other users. */
function mainConfiguration(): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(each => `${each}_temp_path temp/${each};`);
  return [
    'daemon off;',
    'worker_processes 1;',
    'pid nginx.pid;',
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    'events {}',
    `http { access_log off; ${temporary.join(' ')} include site.conf; }`,
  ].join('\n');
}

function testConfiguration(args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) =>
    execFile('nginx', [...args, '-t'], { env: { PATH } }, (error, _, output) =>
      error ? reject(new Error(output)) : resolve(),
    ),
  );
}

async function untilListening(child: ChildProcess, port: number, folder: string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(await readFile(path.join(folder, 'error.log'), 'utf8'));
    const socket = connect(port, HOST);
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (isOpen) return;
    await sleep(50);
  }
}
