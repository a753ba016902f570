import { afterEach, expect, test } from 'vitest';
import { until } from './raw-stream.fixture.ts';
import { MAX_STREAMS_PER_CLIENT } from './stream-limit.ts';

/** The header with the IP address of the client, which the hosts of these tests trust. */
export const TEST_CLIENT = 'X-Test-Client';

interface OpenedStream {
  /** Kept, because the runtime closes the connection of a response that nothing refers to. */
  readonly response: Response;
  drop(): void;
}

async function open(url: URL, client: string, signal?: AbortSignal): Promise<OpenedStream> {
  const abort = new AbortController();
  const response = await fetch(url, {
    headers: { Accept: 'text/event-stream', [TEST_CLIENT]: client },
    signal: AbortSignal.any([abort.signal, ...(signal ? [signal] : [])]),
  });
  if (!response.ok) await response.body?.cancel();
  return { response, drop: () => abort.abort() };
}

/** Tests the limit on the event streams of a client, on any host that reads the client from `TEST_CLIENT`. */
export function streamLimitContract(getUrl: () => URL): void {
  let opened: OpenedStream[] = [];

  afterEach(() => {
    for (const { drop } of opened) drop();
    opened = [];
  });

  async function add(client: string): Promise<number> {
    const stream = await open(getUrl(), client);
    opened.push(stream);
    return stream.response.status;
  }

  test('counts a stream toward the limit of its client until the client disconnects', async () => {
    const client = crypto.randomUUID();
    const statuses = await Promise.all(Array.from({ length: MAX_STREAMS_PER_CLIENT }, () => add(client)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await add(client)).toBe(503);
    expect(await add(crypto.randomUUID())).toBe(200);
    opened[0]?.drop();
    await until(async () => (await add(client)) === 200);
    expect(await add(client)).toBe(503);
  });

  test('ends the streams of a client that disconnects at once', async () => {
    const client = crypto.randomUUID();
    for (let round = 0; round < 6; round += 1) {
      const leave = new AbortController();
      const attempts = Array.from({ length: 50 }, () => open(getUrl(), client, leave.signal).catch(() => undefined));
      setImmediate(() => leave.abort());
      await Promise.all(attempts);
    }
    await until(async () => (await add(client)) === 200);
  });
}
