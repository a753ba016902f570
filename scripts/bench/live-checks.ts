import { once } from 'node:events';
import { connect } from 'node:net';
import type { GuardedFetcher } from '#verify/fetch/fetch-result.ts';
import { createGuardedFetcher } from '#verify/fetch/guarded-fetch.ts';
import { verifyOrigin } from '#verify/verify-origin.ts';
import { createCost, createRate, type Figure } from './figure.ts';
import { forEachConcurrently, measureSeconds } from './for-each-concurrently.ts';
import { startSlowPublishers } from './publishers/slow-publishers.ts';

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
  const publishers = await startSlowPublishers(ORIGINS, DELAY_MS);
  const { origins } = publishers;
  const fetcher = createGuardedFetcher({ siteUrl: 'http://localhost:4321', local: true, concurrency: CONCURRENCY });
  try {
    await verifyAll(origins.slice(0, 200), fetcher, CONCURRENCY);
    const paths = await listRequests(origins[0] ?? '', fetcher);
    const bare = await measureRate(origins, () =>
      forEachConcurrently(origins, CONCURRENCY, origin => sendBareRequests(origin, paths)),
    );
    const sequential = await measureRate(origins.slice(0, SEQUENTIAL), () =>
      verifyAll(origins.slice(0, SEQUENTIAL), fetcher, 1),
    );
    const before = process.memoryUsage().rss;
    let peak = before;
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss);
    }, 20);
    const concurrent = await measureRate(origins, () => verifyAll(origins, fetcher, CONCURRENCY));
    clearInterval(watch);
    return [
      createRate('live checks per second', '/s', concurrent, { name: 'in sequence', value: sequential }),
      createRate('live checks per second', '/s', concurrent, { name: 'bare sockets', value: bare }),
      createCost('additional memory during the checks', 'MB', (peak - before) / 1e6),
    ];
  } finally {
    await fetcher.close();
    publishers.close();
  }
}

function verifyAll(origins: readonly string[], fetcher: GuardedFetcher, concurrency: number): Promise<void> {
  return forEachConcurrently(origins, concurrency, async origin => {
    const { report } = await verifyOrigin(origin, { fetcher, now: Date.now });
    if (!report.passed || !report.endpoints_reachable) throw new Error(JSON.stringify(report.errors));
  });
}

async function measureRate(origins: readonly string[], work: () => Promise<void>): Promise<number> {
  return origins.length / (await measureSeconds(work));
}

/** Returns the paths that a check requests: the manifest, some endpoints, and a path that cannot exist. */
async function listRequests(origin: string, fetcher: GuardedFetcher): Promise<readonly string[]> {
  const { report } = await verifyOrigin(origin, { fetcher, now: Date.now });
  const urls = new Set(report.checks.flatMap(({ evidence }) => evidence.map(({ url }) => url)));
  return [...urls].map(url => url.slice(origin.length));
}

/** Sends the requests of a check on one connection. Content-Length marks the end of a response. */
async function sendBareRequests(origin: string, paths: readonly string[]): Promise<void> {
  const { host, hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  for (const pathname of paths) {
    socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
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
