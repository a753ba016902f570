import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Ticks } from './tick-probe.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** A server in a process of its own. */
export interface Started {
  readonly address: string;
  stop(): Promise<void>;
}

/**
 * `npm start` on a registry.
 * @param dataDir where it keeps what it is given
 */
export async function startRegistry(registryDir: string, dataDir: string): Promise<Started> {
  const env = { ...process.env, REGISTRY_DIR: registryDir, DATA_DIR: dataDir, PORT: '0' };
  const child = spawn(process.execPath, ['scripts/start.ts'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const address = await addressOf(child);
  return { address, stop: () => stopped(child) };
}

/** A server whose event loop is measured. */
export interface Measured extends Started {
  /** The extremes since the call before. */
  ticks(): Promise<Ticks>;
}

/** As `startRegistry`, with the event loop measured (`tick-probe.ts`). */
export async function startMeasuredRegistry(registryDir: string, dataDir: string): Promise<Measured> {
  const env = { ...process.env, REGISTRY_DIR: registryDir, DATA_DIR: dataDir, PORT: '0' };
  const execArgv = ['--import', path.join(import.meta.dirname, 'tick-probe.ts')];
  const child = fork('scripts/start.ts', { cwd: ROOT, env, execArgv, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  const address = await addressOf(child);
  return {
    address,
    stop: () => stopped(child),
    async ticks() {
      child.send('ticks');
      const [ticks]: Ticks[] = await once(child, 'message');
      if (!ticks) throw new Error('The server sent no ticks.');
      return ticks;
    },
  };
}

/** The URL that a starting registry prints. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', chunk => {
      output += chunk;
      const address = /ready at (http:\S+)/.exec(output)?.[1];
      if (address) resolve(address);
    });
    child.once('close', code => reject(new Error(`npm start ended with ${code}`)));
  });
}

/** A bare `node:http` server that answers everything with the same bytes. */
export function startBare(body: Uint8Array): Promise<Started> {
  const child = fork(path.join(import.meta.dirname, 'bare-server.ts'), { serialization: 'advanced' });
  child.send(body);
  return new Promise((resolve, reject) => {
    child.once('message', port => resolve({ address: `http://127.0.0.1:${port}`, stop: () => stopped(child) }));
    child.once('exit', code => reject(new Error(`The bare server ended with ${code}`)));
  });
}

/** Asks a process to end, and waits until it has. */
function stopped(child: ChildProcess): Promise<void> {
  return new Promise(resolve => {
    child
      .removeAllListeners('close')
      .removeAllListeners('exit')
      .once('exit', () => resolve());
    child.kill();
  });
}
