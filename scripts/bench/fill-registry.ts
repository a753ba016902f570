import { MANIFEST_PATH, parseOrigin } from '#listing/origin.ts';
import { instant } from '#listing/time/timestamp.ts';
import { writeRecord } from '#store/record-files.ts';
import { NEWEST, type Published } from './manifests.ts';

/**
 * Writes a record for each manifest, one minute apart, the newest first.
 * @returns the number of records
 */
export async function fillRegistry(registry: string, published: AsyncIterable<Published>): Promise<number> {
  let count = 0;
  for await (const { origin, manifest } of published) {
    const found = parseOrigin(origin);
    if (!found.ok) throw new Error(`${origin}: ${found.error}`);
    const { id, url } = found.value;
    const at = instant(NEWEST - count * 60_000);
    const source = { type: 'publisher', manifest_url: url + MANIFEST_PATH } as const;
    await writeRecord(registry, { id, url, source, created_at: at, updated_at: at, manifest });
    count++;
  }
  return count;
}
