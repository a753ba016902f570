import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import path from 'node:path';
import { MANIFEST_PATH } from '#listing/origin.ts';
import type { GuardedFetcher } from '#verify/fetch/fetch-result.ts';
import { createGuardedFetcher } from '#verify/fetch/guarded-fetch.ts';
import { verifyOrigin } from '#verify/verify-origin.ts';
import { cost, type Figure, rate } from './figure.ts';

const ORIGINS = 2_000;
const DELAY_MS = 50;

/** As many as the fetcher asks at once. */
const AT_ONCE = 128;

/** One after the other takes a tenth of a second each, so a few must do. */
const SEQUENTIAL = 60;

/**
 * Measures live checks of 2,000 origins on loopback that answer after 50 ms, two requests each, beside the same checks one
 * after the other, and beside bare sockets that send the same requests and look at nothing.
 *
 * @throws Error when a check does not pass: a fast wrong answer is no figure
 */
export async function benchLiveChecks(): Promise<Figure[]> {
  const child = fork(path.join(import.meta.dirname, 'slow-origins.ts'));
  child.send({ count: ORIGINS, delayMs: DELAY_MS });
  const [ports]: number[][] = await once(child, 'message');
  if (!ports) throw new Error('The origins gave no ports.');
  const fetcher = createGuardedFetcher({ siteUrl: 'http://localhost:4321', local: true, concurrency: AT_ONCE });
  try {
    await verifyAll(ports.slice(0, 200), fetcher, AT_ONCE);
    const bare = await perSecond(ports, () => eachOf(ports, AT_ONCE, askBare));
    const alone = await perSecond(ports.slice(0, SEQUENTIAL), () => verifyAll(ports.slice(0, SEQUENTIAL), fetcher, 1));
    const before = process.memoryUsage().rss;
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss);
    }, 20);
    const together = await perSecond(ports, () => verifyAll(ports, fetcher, ORIGINS));
    clearInterval(watch);
    return [
      rate('live checks a second', '/s', together, { name: 'one after the other', value: alone }),
      rate('live checks a second', '/s', together, { name: 'bare sockets', value: bare }),
      cost('memory while they run, above what was taken before', 'MB', (most - before) / 1e6),
    ];
  } finally {
    await fetcher.close();
    child.kill();
  }
}

function verifyAll(ports: readonly number[], fetcher: GuardedFetcher, atOnce: number): Promise<void> {
  return eachOf(ports, atOnce, async port => {
    const { report } = await verifyOrigin(`http://127.0.0.1:${port}`, { fetcher, now: Date.now });
    if (!report.passed || !report.endpoints_reachable) throw new Error(JSON.stringify(report.errors));
  });
}

async function perSecond(ports: readonly number[], work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return (ports.length / (performance.now() - started)) * 1000;
}

async function eachOf(ports: readonly number[], atOnce: number, work: (port: number) => Promise<void>): Promise<void> {
  const waiting = ports.values();
  const worker = async () => {
    for (const port of waiting) await work(port);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, ports.length) }, worker));
}

/** Both requests on one connection; an answer ends where it says that it does. */
async function askBare(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  for (const asked of [MANIFEST_PATH, '/v1/places']) {
    socket.write(`GET ${asked} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
    let text = '';
    while (!isWhole(text)) {
      const [chunk] = await once(socket, 'data');
      text += chunk.toString('latin1');
    }
  }
  socket.destroy();
}

function isWhole(text: string): boolean {
  const length = /\r\ncontent-length: (\d+)\r\n/i.exec(text)?.[1];
  return length !== undefined && text.length - text.indexOf('\r\n\r\n') - 4 >= Number(length);
}
