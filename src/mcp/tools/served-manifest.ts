import { MANIFEST_PATH, type Origin } from '#listing/origin.ts';
import type { Finding } from '#manifest/finding.ts';
import { parseJsonText } from '#manifest/json-text.ts';
import type { McpClientInfo, McpFetchResult, McpLive } from '../context.ts';

/** The manifest that an origin serves now, or why there is none to be had. */
export type ServedManifest =
  | { readonly ok: true; readonly url: string; readonly value: unknown; readonly warnings: readonly Finding[] }
  | { readonly ok: false; readonly reason: string };

/** Fetches the manifest of an origin. Whether it is valid is another question. */
export async function servedManifest(
  { fetch }: McpLive,
  { url }: Origin,
  asker: McpClientInfo,
): Promise<ServedManifest> {
  const headers = { accept: 'application/json' };
  const answer = await fetch({ url: `${url}${MANIFEST_PATH}`, listingOrigin: url, headers }, asker);
  if (answer.outcome !== 'response' || answer.status !== 200) return { ok: false, reason: reasonOf(answer) };
  const parsed = parseJsonText(answer.body);
  if (parsed.ok) return { ...parsed, url: answer.url };
  const [first] = parsed.error;
  return {
    ok: false,
    reason: `What is served there is not JSON as this format wants it. ${first?.message} ${first?.hint}`,
  };
}

function reasonOf(answer: McpFetchResult): string {
  if (answer.outcome === 'refused') return `${answer.message} ${answer.hint}`;
  if (answer.outcome === 'failed')
    return `${answer.message} ${answer.decisive ? answer.hint : 'That may pass: try again in a minute.'}`;
  if (answer.status === 404 || answer.status === 410) return 'The origin serves no manifest (status 404 or 410).';
  return `The origin answered with status ${answer.status} in place of a manifest.`;
}
