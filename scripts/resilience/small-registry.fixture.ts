/**
 * A registry for tests that fill its disk. Reads one `PORT` per line for each submission, and writes two lines of JSON
 * for each: its acceptance and its outcome. Usage: node small-registry.fixture.ts DATA_DIR REGISTRY_DIR
 */
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { sampleManifest } from '#listing/listing.fixture.ts';
import { parseOrigin } from '#listing/origin.ts';
import { openLocalRegistry } from '#submission/local/local-registry.ts';
import { createOriginCheck } from '#submission/origin-check.fixture.ts';

const [dataDir = '', registryDir = ''] = process.argv.slice(2);
const registry = await openLocalRegistry({
  dataDir,
  registryDir,
  local: true,
  async verify({ url }) {
    await pause(300);
    return createOriginCheck(url, sampleManifest({ name: `API at ${url}` }));
  },
  onListing: () => undefined,
  onBroken: () => undefined,
  onFault: fault => tell({ event: 'fault', message: String(fault) }),
});
tell({ event: 'ready' });
for await (const port of createInterface({ input: process.stdin })) void submit(port);

async function submit(port: string): Promise<void> {
  const result = parseOrigin(`http://localhost:${port}`);
  if (!result.ok) throw new Error(result.error);
  try {
    const { submission_id: id } = await registry.submissions.submit(result.value, {});
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
