import { MANIFEST_PATH, parseOrigin } from '#listing/origin.ts';
import { instant } from '#listing/timestamp.ts';
import { writeRecord } from '#store/record-files.ts';
import type { Published } from './manifests.ts';

/** When the newest record of `fillRegistry` was created, in milliseconds since 1970. */
export const NEWEST = Date.UTC(2026, 10, 1);

/**
 * Writes a record for each manifest, a minute apart, the newest first.
 * @returns how many
 */
export async function fillRegistry(registry: string, published: AsyncIterable<Published>): Promise<number> {
  let count = 0;
  for await (const { origin, manifest } of published) {
    const found = parseOrigin(origin);
    if (!found.ok) throw new Error(`${origin}: ${found.reason}`);
    const { id, url } = found.origin;
    const at = instant(NEWEST - count * 60_000);
    const source = { type: 'publisher', manifest_url: url + MANIFEST_PATH } as const;
    await writeRecord(registry, { id, url, source, created_at: at, updated_at: at, manifest });
    count++;
  }
  return count;
}
