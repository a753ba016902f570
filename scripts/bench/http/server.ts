import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { BareResponse } from './compare-rates.ts';
import type { Ticks } from './tick-probe.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** A server in a separate process. */
export interface StartedServer {
  readonly address: string;
  stop(): Promise<void>;
}

/**
 * Runs `npm start` on a registry.
 * @param dataDir the folder for its submissions and builds
 */
export async function startRegistry(registryDir: string, dataDir: string): Promise<StartedServer> {
  const env = { ...process.env, REGISTRY_DIR: registryDir, DATA_DIR: dataDir, PORT: '0', SELF_LISTING: 'off' };
  const child = spawn(process.execPath, ['scripts/start.ts'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const address = await waitForUrl(child);
  return { address, stop: () => stop(child) };
}

/** A server with a measured event loop. */
export interface MeasuredServer extends StartedServer {
  /** Returns the extremes since the previous call. */
  ticks(): Promise<Ticks>;
}

/** Runs `npm start` like `startRegistry` and measures its event loop (`tick-probe.ts`). */
export async function startMeasuredRegistry(registryDir: string, dataDir: string): Promise<MeasuredServer> {
  const env = { ...process.env, REGISTRY_DIR: registryDir, DATA_DIR: dataDir, PORT: '0', SELF_LISTING: 'off' };
  const execArgv = ['--import', path.join(import.meta.dirname, 'tick-probe.ts')];
  const child = fork('scripts/start.ts', { cwd: ROOT, env, execArgv, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  const address = await waitForUrl(child);
  return {
    address,
    stop: () => stop(child),
    async ticks() {
      child.send('ticks');
      const [ticks]: Ticks[] = await once(child, 'message');
      if (!ticks) throw new Error('The server did not send its ticks.');
      return ticks;
    },
  };
}

/** Waits until a registry prints its URL. */
function waitForUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', chunk => {
      output += chunk;
      const address = /ready at (http:\S+)/.exec(output)?.[1];
      if (address) resolve(address);
    });
    child.once('close', code => reject(new Error(`npm start exited with ${code}`)));
  });
}

/** Starts a bare `node:http` server that returns the same response for every request. */
export function startBare(response: BareResponse): Promise<StartedServer> {
  const child = fork(path.join(import.meta.dirname, 'bare-server.ts'), { serialization: 'advanced' });
  child.send(response);
  return new Promise((resolve, reject) => {
    child.once('message', port => resolve({ address: `http://127.0.0.1:${port}`, stop: () => stop(child) }));
    child.once('exit', code => reject(new Error(`The bare server exited with ${code}`)));
  });
}

/** Stops a process and waits for its exit. */
function stop(child: ChildProcess): Promise<void> {
  return new Promise(resolve => {
    child
      .removeAllListeners('close')
      .removeAllListeners('exit')
      .once('exit', () => resolve());
    child.kill();
  });
}
