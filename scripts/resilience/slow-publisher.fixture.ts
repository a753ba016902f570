import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sampleManifest } from '#listing/listing.fixture.ts';

/** A publisher that responds when the test allows it. */
export interface SlowPublisher {
  readonly origin: string;
  /** Resolves when the first request has arrived. */
  readonly asked: Promise<void>;
  /** Allows responses to all requests. */
  release(): void;
  close(): Promise<void>;
}

export async function createSlowPublisher(): Promise<SlowPublisher> {
  const released = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const server = createServer(async (_, outgoing) => {
    asked.resolve();
    await released.promise;
    outgoing.setHeader('Content-Type', 'application/json').end(JSON.stringify(sampleManifest()));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: asked.promise,
    release: released.resolve,
    async close() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}
