import type { Manifest } from '#manifest/manifest.ts';
import { truncate } from '../safe-json.ts';

/** About 6,000 tokens. Few manifests are longer. */
const MAX_LENGTH = 24_000;

/** Follows a truncated manifest in a text. */
export const TRUNCATION_NOTICE = 'This text is truncated. The structured content has the full manifest.';

/**
 * Limits the length of a manifest. A longer one has its endpoints without parameters, as many as fit; `plan_call` returns
 * the parameters of an endpoint.
 */
export function truncateManifest(manifest: Manifest): { readonly manifest: object; readonly isTruncated: boolean } {
  if (JSON.stringify(manifest).length <= MAX_LENGTH) return { manifest, isTruncated: false };
  const { endpoints, ...others } = manifest;
  const rest = Object.fromEntries(
    Object.entries(others).filter(([, value]) => JSON.stringify(value).length <= MAX_LENGTH / 8),
  );
  let remaining = MAX_LENGTH - JSON.stringify(rest).length;
  const summaries: object[] = [];
  for (const { method, path, description } of endpoints) {
    const summary = { method, path, description: truncate(description, 160) };
    remaining -= JSON.stringify(summary).length;
    if (remaining < 0) break;
    summaries.push(summary);
  }
  return { manifest: { ...rest, endpoints: summaries, endpoint_count: endpoints.length }, isTruncated: true };
}
