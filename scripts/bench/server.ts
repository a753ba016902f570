import { type ChildProcess, fork, spawn } from 'node:child_process';
import path from 'node:path';

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
export function startRegistry(registryDir: string, dataDir: string): Promise<Started> {
  const env = { ...process.env, REGISTRY_DIR: registryDir, DATA_DIR: dataDir, PORT: '0' };
  const child = spawn(process.execPath, ['scripts/start.ts'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout.on('data', chunk => {
      output += chunk;
      const address = /ready at (http:\S+)/.exec(output)?.[1];
      if (address) resolve({ address, stop: () => stopped(child) });
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
