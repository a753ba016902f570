import { chmod, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, request } from 'node:http';
import path from 'node:path';

/** The result of a run that the server of a data directory made. */
export interface RequestedRun {
  readonly summary: string;
  /** Why the circuit breaker rejected the results. */
  readonly breakerReason?: string | undefined;
}

type OnProgress = (done: number, total: number) => void;

/** A line of the response: the progress, or the end of the run. */
type Line = { readonly done: number; readonly total: number } | RequestedRun | { readonly error: string };

/** Systems limit the path of a socket to about 104 bytes. */
const MAX_PATH_BYTES = 100;

/** The path of the socket: the shorter of the absolute and the relative path. */
function socketPath(dataDir: string): string {
  const file = path.resolve(dataDir, 'control.sock');
  const relative = path.relative(process.cwd(), file);
  return relative.length < file.length ? relative : file;
}

/**
 * Listens on the Unix socket of a data directory for requests to revalidate. Only the user who runs the server, and root,
 * can connect. The data directory must be locked.
 *
 * @param run starts a run, or joins the current one
 * @throws Error if the socket cannot be created
 */
export async function listenForRuns(
  dataDir: string,
  run: (onProgress: OnProgress) => Promise<RequestedRun>,
): Promise<{ close(): Promise<void> }> {
  const file = socketPath(dataDir);
  if (Buffer.byteLength(file) > MAX_PATH_BYTES)
    throw new Error(`The path of the data directory is too long for a socket: ${file}. Use a shorter DATA_DIR.`);
  await rm(file, { force: true });
  const server = createServer(async (incoming, response) => {
    const write = (line: Line) => void response.write(`${JSON.stringify(line)}\n`);
    if (incoming.method !== 'POST' || incoming.url !== '/revalidate') {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'Content-Type': 'application/x-ndjson' }).flushHeaders();
    try {
      write(await run((done, total) => write({ done, total })));
    } catch (error) {
      write({ error: error instanceof Error ? error.message : String(error) });
    }
    response.end();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(file, resolve);
  });
  await chmod(file, 0o600);
  return {
    async close() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

/**
 * Requests that the server of a data directory checks the listings that are due.
 *
 * @returns undefined if no server runs on the directory
 * @throws RangeError if the run fails or the server stops during it
 */
export async function requestRun(dataDir: string, onProgress: OnProgress): Promise<RequestedRun | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage | undefined>();
  request({ socketPath: socketPath(dataDir), method: 'POST', path: '/revalidate' }, resolve)
    .on('error', (error: NodeJS.ErrnoException) => {
      if (NOT_RUNNING.includes(error.code ?? '')) resolve(undefined);
      else reject(new RangeError(`The server of ${dataDir} cannot be reached: ${error.message}.`, { cause: error }));
    })
    .end();
  const response = await promise;
  if (response === undefined) return undefined;
  for await (const line of readLines(response)) {
    if ('error' in line) throw new RangeError(`The run failed: ${line.error}`);
    if ('summary' in line) return line;
    onProgress(line.done, line.total);
  }
  throw new RangeError('The server stopped during the run. Its next run continues with the results so far.');
}

/** The errors of a connection to a socket that does not exist, or whose server has stopped. */
const NOT_RUNNING = ['ENOENT', 'ECONNREFUSED', 'ENOTSOCK', 'ENOTDIR', 'EINVAL'];

/** Ends early if the connection does. */
async function* readLines(response: IncomingMessage): AsyncGenerator<Line> {
  let rest = '';
  try {
    for await (const chunk of response.setEncoding('utf8')) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) yield JSON.parse(line);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error;
  }
}
