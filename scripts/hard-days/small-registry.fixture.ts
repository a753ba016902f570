/**
 * A registry whose disk the test fills up: takes a line `PORT` for each submission, and answers each with a line of JSON,
 * first how it was taken in, then how it ended. Usage: node small-registry.fixture.ts DATA_DIR REGISTRY_DIR
 */
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { sampleManifest } from '#listing/listing.fixture.ts';
import { originOf } from '#listing/origin.ts';
import { openLocalRegistry } from '#submission/local/local-registry.ts';
import { seenOrigin } from '#submission/seen-origin.fixture.ts';

const [dataDir = '', registryDir = ''] = process.argv.slice(2);
const registry = await openLocalRegistry({
  dataDir,
  registryDir,
  local: true,
  async verify({ url }) {
    await pause(300);
    return seenOrigin(url, sampleManifest({ name: `API at ${url}` }));
  },
  onListing: () => undefined,
  onBroken: () => undefined,
  onFault: fault => tell({ event: 'fault', message: String(fault) }),
});
tell({ event: 'ready' });
for await (const port of createInterface({ input: process.stdin })) void submit(port);

async function submit(port: string): Promise<void> {
  const result = originOf(`http://localhost:${port}`);
  if (!result.ok) throw new Error(result.reason);
  try {
    const { submission_id: id } = await registry.submissions.submit(result.origin, {});
    tell({ event: 'taken', port, id });
    for (;;) {
      const state = await registry.submissions.status(id);
      if (state && state.status !== 'pending' && state.status !== 'validating') {
        return tell({ event: state.status, port, id, retryable: 'retryable' in state ? state.retryable : undefined });
      }
      await pause(20);
    }
  } catch (error) {
    tell({ event: 'refused', port, message: (error as Error).message });
  }
}

function tell(event: object): void {
  writeSync(1, `${JSON.stringify(event)}\n`);
}
