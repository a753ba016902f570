import type { Manifest } from '#manifest/manifest.ts';
import { cut } from '../safe-json.ts';

/** About 6,000 tokens; hardly a manifest is longer. */
const LONGEST = 24_000;

/**
 * A manifest within a bound: as it is, or with its endpoints reduced to a line each, as many as fit. Which endpoint
 * needs which parameters is then told by `plan_call`.
 */
export function truncateManifest(manifest: Manifest): { readonly manifest: object; readonly isShort: boolean } {
  if (JSON.stringify(manifest).length <= LONGEST) return { manifest, isShort: false };
  const { endpoints, ...others } = manifest;
  const rest = Object.fromEntries(
    Object.entries(others).filter(([, value]) => JSON.stringify(value).length <= LONGEST / 8),
  );
  let room = LONGEST - JSON.stringify(rest).length;
  const told: object[] = [];
  for (const { method, path, description } of endpoints) {
    const line = { method, path, description: cut(description, 160) };
    room -= JSON.stringify(line).length;
    if (room < 0) break;
    told.push(line);
  }
  return { manifest: { ...rest, endpoints: told, endpoint_count: endpoints.length }, isShort: true };
}
