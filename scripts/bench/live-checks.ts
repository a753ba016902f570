import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import path from 'node:path';
import type { GuardedFetcher } from '#verify/fetch/fetch-result.ts';
import { createGuardedFetcher } from '#verify/fetch/guarded-fetch.ts';
import { verifyOrigin } from '#verify/verify-origin.ts';
import { createCost, createRate, type Figure } from './figure.ts';

const ORIGINS = 2_000;
const DELAY_MS = 50;

/** The checks at the same time, as in a revalidation, and the connection limit of the fetcher. */
const CONCURRENCY = 128;

/** The number of sequential checks. Each takes a tenth of a second. */
const SEQUENTIAL = 60;

/**
 * Measures live checks of 2,000 origins on loopback that respond after 50 ms. The baselines are the same checks in
 * sequence, and bare sockets that send the requests of a check, one after another, and ignore the responses.
 *
 * @throws Error if a check fails, because fast but wrong results are worthless
 */
export async function benchLiveChecks(): Promise<Figure[]> {
  const child = fork(path.join(import.meta.dirname, 'publishers/slow-origins.ts'));
  child.send({ count: ORIGINS, delayMs: DELAY_MS });
  const [ports]: number[][] = await once(child, 'message');
  if (!ports) throw new Error('The origins did not report their ports.');
  const fetcher = createGuardedFetcher({ siteUrl: 'http://localhost:4321', local: true, concurrency: CONCURRENCY });
  try {
    await verifyAll(ports.slice(0, 200), fetcher, CONCURRENCY);
    const paths = await listRequests(ports[0] ?? 0, fetcher);
    const bare = await measureRate(ports, () =>
      forEachConcurrently(ports, CONCURRENCY, port => sendBareRequests(port, paths)),
    );
    const sequential = await measureRate(ports.slice(0, SEQUENTIAL), () =>
      verifyAll(ports.slice(0, SEQUENTIAL), fetcher, 1),
    );
    const before = process.memoryUsage().rss;
    let peak = before;
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss);
    }, 20);
    const concurrent = await measureRate(ports, () => verifyAll(ports, fetcher, CONCURRENCY));
    clearInterval(watch);
    return [
      createRate('live checks per second', '/s', concurrent, { name: 'in sequence', value: sequential }),
      createRate('live checks per second', '/s', concurrent, { name: 'bare sockets', value: bare }),
      createCost('additional memory during the checks', 'MB', (peak - before) / 1e6),
    ];
  } finally {
    await fetcher.close();
    child.kill();
  }
}

function verifyAll(ports: readonly number[], fetcher: GuardedFetcher, concurrency: number): Promise<void> {
  return forEachConcurrently(ports, concurrency, async port => {
    const { report } = await verifyOrigin(`http://127.0.0.1:${port}`, { fetcher, now: Date.now });
    if (!report.passed || !report.endpoints_reachable) throw new Error(JSON.stringify(report.errors));
  });
}

async function measureRate(ports: readonly number[], work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return (ports.length / (performance.now() - started)) * 1000;
}

async function forEachConcurrently(
  ports: readonly number[],
  concurrency: number,
  work: (port: number) => Promise<void>,
): Promise<void> {
  const queue = ports.values();
  const worker = async () => {
    for (const port of queue) await work(port);
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, ports.length) }, worker));
}

/** Returns the paths that a check requests: the manifest, some endpoints, and a path that cannot exist. */
async function listRequests(port: number, fetcher: GuardedFetcher): Promise<readonly string[]> {
  const { report } = await verifyOrigin(`http://127.0.0.1:${port}`, { fetcher, now: Date.now });
  const urls = new Set(report.checks.flatMap(({ evidence }) => evidence.map(({ url }) => url)));
  return [...urls].map(url => url.slice(new URL(url).origin.length));
}

/** Sends the requests of a check on one connection. Content-Length marks the end of a response. */
async function sendBareRequests(port: number, paths: readonly string[]): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  for (const pathname of paths) {
    socket.write(`GET ${pathname} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
    let text = '';
    while (!isComplete(text)) {
      const [chunk] = await once(socket, 'data');
      text += chunk.toString('latin1');
    }
  }
  socket.destroy();
}

function isComplete(text: string): boolean {
  const length = /\r\ncontent-length: (\d+)\r\n/i.exec(text)?.[1];
  return length !== undefined && text.length - text.indexOf('\r\n\r\n') - 4 >= Number(length);
}
