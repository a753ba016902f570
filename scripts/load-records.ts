/**
 * Writes publisher records, and observations where there are any, from lines of NDJSON:
 *   {"origin", "manifest", "created_at"?, "observation"?}
 * For mirrors, migration and measurement. It reads as a stream, so the number of lines does not matter.
 *
 *   npm run load-records -- --from FILE.ndjson[.gz] --to DIR [--observations DIR]
 *
 * DIR then serves as REGISTRY_DIR, the other as OBSERVATIONS_DIR. A line that cannot be listed is told with its number
 * and left out; the exit status is 1 when there were any, 2 when nothing could be read.
 */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { createGunzip } from 'node:zlib';
import { instant } from '#listing/timestamp.ts';
import { loadLine } from '#maintain/load-records/line.ts';

const { values } = parseArgs({
  options: { from: { type: 'string' }, to: { type: 'string' }, observations: { type: 'string' } },
});
const { from, to, observations } = values;
if (from === undefined || to === undefined) {
  console.error('usage: npm run load-records -- --from FILE.ndjson[.gz] --to DIR [--observations DIR]');
  process.exit(2);
}

/** Lines under way at a time: enough to hide the disk's latency, few enough to bound memory. */
const AT_ONCE = 32;
const counts = { written: 0, refused: 0 };
const underWay = new Set<Promise<void>>();
const now = instant(Date.now());
let number = 0;

try {
  for await (const line of linesOf(from)) {
    number++;
    if (line.trim() === '') continue;
    const task: Promise<void> = load(line, number, to).finally(() => underWay.delete(task));
    underWay.add(task);
    if (underWay.size >= AT_ONCE) await Promise.race(underWay);
  }
  await Promise.all(underWay);
} catch (error) {
  console.error(`${from} cannot be loaded: ${error instanceof Error ? error.message : error}`);
  process.exit(2);
}

console.log(
  `${counts.written} records written to ${to}${counts.refused > 0 ? `, ${counts.refused} lines left out` : ''}.`,
);
process.exitCode = counts.refused > 0 ? 1 : 0;

async function load(line: string, at: number, directory: string): Promise<void> {
  const fault = await loadLine(line, { registry: directory, observations }, now);
  if (fault === undefined) counts.written++;
  else {
    counts.refused++;
    console.error(`line ${at}: ${fault}`);
  }
}

function linesOf(file: string): AsyncIterable<string> {
  const stream = createReadStream(file);
  const text = file.endsWith('.gz') ? stream.pipe(createGunzip()) : stream;
  const lines = createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY });
  stream.on('error', error => lines.emit('error', error));
  return lines;
}
