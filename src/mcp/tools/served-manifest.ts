import { MANIFEST_PATH, type Origin } from '#listing/origin.ts';
import { parseJsonText } from '#manifest/json-text.ts';
import { failure, type Result, success } from '#manifest/result.ts';
import type { McpClientInfo, McpFetchResult, McpLive } from '../context.ts';

/** The JSON value at the manifest URL of an origin, which may not be a valid manifest. */
export interface ServedManifest {
  readonly url: string;
  readonly value: unknown;
}

/** Fetches the manifest of an origin without validating it. */
export async function fetchServedManifest(
  { fetch, refusal }: McpLive,
  origin: Origin,
  client: McpClientInfo,
): Promise<Result<ServedManifest, string>> {
  const { url } = origin;
  const headers = { accept: 'application/json' };
  const result = await fetch({ url: `${url}${MANIFEST_PATH}`, listingOrigin: url, headers }, client);
  // Only now, because a refused request counts for the rate limit, too.
  const refused = result.outcome === 'refused' ? refusal(origin, client) : undefined;
  if (refused !== undefined) return failure(refused);
  if (result.outcome !== 'response' || result.status !== 200) return failure(formatFetchError(result));
  const parsed = parseJsonText(result.body);
  if (parsed.ok) return success({ url: result.url, value: parsed.value });
  const [first] = parsed.error;
  return failure(`The response body is not valid JSON: ${first?.message} ${first?.hint}`);
}

function formatFetchError(result: McpFetchResult): string {
  if (result.outcome === 'refused') return `${result.message} ${result.hint}`;
  if (result.outcome === 'failed')
    return `${result.message} ${result.decisive ? result.hint : 'This may be temporary. Retry in a minute.'}`;
  if (result.status === 404 || result.status === 410)
    return `The origin does not serve a manifest (status ${result.status}).`;
  return `The origin returned status ${result.status} instead of a manifest.`;
}
