import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { BareResponse } from '../http/compare-rates.ts';

/** A Worker in workerd, as on the platform, in a separate process. */
export interface ServedWorker {
  readonly address: string;
  /** Milliseconds of CPU time since the process started. Undefined if the system does not report it. */
  cpu(): Promise<number | undefined>;
  /** The memory of the isolate in bytes, including garbage. */
  memory(): Promise<number>;
  stop(): Promise<void>;
}

/**
 * Serves a bundled Worker.
 *
 * @param folder contains the bundle as `worker.js`; the configuration is written there
 * @param assets the folder of the binding ASSETS
 */
export async function serveWorker(folder: string, assets: string): Promise<ServedWorker> {
  const configFile = path.join(folder, 'workerd.capnp');
  await writeFile(configFile, createConfig(assets));
  const options = ['--control-fd=3', '--inspector-addr=127.0.0.1:0'];
  const child = spawn(findWorkerd(), ['serve', configFile, ...options], {
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  });
  const ports = new Map<string, number>();
  for await (const line of createInterface({ input: child.stdio[3] as Readable })) {
    const { event, port }: { event: string; port: number } = JSON.parse(line);
    ports.set(event, port);
    if (ports.has('listen') && ports.has('listen-inspector')) break;
  }
  return {
    address: `http://127.0.0.1:${ports.get('listen')}`,
    cpu: () => readCpuTime(child.pid ?? 0),
    memory: () => readHeapSize(ports.get('listen-inspector') ?? 0),
    async stop() {
      child.kill();
      await once(child, 'exit');
    },
  };
}

/**
 * Serves a Worker that returns the same response from memory for every request.
 * @param folder an existing folder for its files
 */
export async function serveBareWorker(folder: string, { headers, body }: BareResponse): Promise<ServedWorker> {
  const bare = path.join(folder, 'bare');
  await mkdir(bare, { recursive: true });
  const text = JSON.stringify(new TextDecoder().decode(body));
  await writeFile(
    path.join(bare, 'worker.js'),
    `const body = new TextEncoder().encode(${text});
const headers = new Headers(${JSON.stringify(headers)});
export default { fetch: () => new Response(body, { headers }) };
export class SessionObject {}
`,
  );
  return serveWorker(bare, bare);
}

/** Returns the path of the workerd of wrangler. */
function findWorkerd(): string {
  const projectRequire = createRequire(import.meta.url);
  return createRequire(projectRequire.resolve('wrangler'))('workerd').default;
}

function createConfig(assets: string): string {
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .main), (name = "assets", disk = (path = ${JSON.stringify(assets)}))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const main :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "worker.js")],
  compatibilityDate = "2026-11-01",
  bindings = [(name = "ASSETS", service = "assets"), (name = "REQUEST_LOG", text = "off")],
  durableObjectNamespaces = [(className = "SessionObject", uniqueKey = "sessions")],
  durableObjectStorage = (inMemory = void),
);
`;
}

/** Reads the CPU time of all threads from Linux. */
async function readCpuTime(pid: number): Promise<number | undefined> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => undefined);
  if (!threads) return undefined;
  const times = threads.map(async thread => {
    const [nanoseconds] = (await readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8')).split(' ');
    return Number(nanoseconds) / 1e6;
  });
  return (await Promise.all(times)).reduce((sum, each) => sum + each, 0);
}

/** Reads the memory from the inspector of the isolate. */
async function readHeapSize(port: number): Promise<number> {
  const [{ webSocketDebuggerUrl }] = await (await fetch(`http://127.0.0.1:${port}/json`)).json();
  const inspector = new WebSocket(webSocketDebuggerUrl);
  await new Promise(resolve => inspector.addEventListener('open', resolve, { once: true }));
  const response = new Promise<string>(resolve =>
    inspector.addEventListener('message', ({ data }) => resolve(String(data)), { once: true }),
  );
  inspector.send(JSON.stringify({ id: 1, method: 'Runtime.getHeapUsage' }));
  const { result } = JSON.parse(await response);
  inspector.close();
  return result.totalSize + result.embedderHeapUsedSize + result.backingStorageSize;
}
