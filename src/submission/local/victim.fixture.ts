/**
 * A server under load, for the test that kills it: submits its origins repeatedly and writes a line with the id of each
 * accepted submission. Usage: node victim.fixture.ts DATA_DIR REGISTRY_DIR
 */
import { writeSync } from 'node:fs';
import { sampleManifest } from '#listing/listing.fixture.ts';
import { createFailedOriginCheck, createOriginCheck } from '../origin-check.fixture.ts';
import { originOfServer } from './local-registry.fixture.ts';
import { openLocalRegistry } from './local-registry.ts';

const [dataDir = '', registryDir = ''] = process.argv.slice(2);
const started = Date.now();

const registry = await openLocalRegistry({
  dataDir,
  registryDir,
  local: true,
  async verify({ url }) {
    await new Promise(resolve => setTimeout(resolve, Math.random() * 20));
    if (Math.random() < 0.2) return createFailedOriginCheck(url);
    return createOriginCheck(
      url,
      sampleManifest({ name: `API at ${url}`, version: `1.${started}.${Date.now() - started}` }),
    );
  },
  onListing: () => undefined,
  onBroken: ({ file }) => writeLine(`broken ${file}`),
  onFault: fault => writeLine(`fault ${fault}`),
});
writeLine('ready');
await Promise.all(Array.from({ length: 20 }, (_, n) => submitForEver(n)));

async function submitForEver(n: number): Promise<never> {
  for (;;) {
    const port = 20_000 + n * 10 + Math.floor(Math.random() * 10);
    const { submission_id } = await registry.submissions.submit(originOfServer(`http://localhost:${port}`), {});
    writeLine(`taken ${submission_id}`);
    await new Promise(resolve => setTimeout(resolve, Math.random() * 20));
  }
}

/** Writes synchronously, so that a kill loses no line. */
function writeLine(line: string): void {
  writeSync(1, `${line}\n`);
}
