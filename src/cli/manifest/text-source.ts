import { readFile, stat } from 'node:fs/promises';
import { parseOrigin } from '#listing/origin.ts';
import { failure, type Result, success } from '#manifest/result.ts';
import type { FetchResult } from '#verify/fetch/fetch-result.ts';
import { createGuardedFetcher } from '#verify/fetch/guarded-fetch.ts';
import { explainOriginError, getSiteUrl, isLoopbackUrl, isUrl } from '../registry/urls.ts';
import type { Terminal } from '../terminal/terminal.ts';

export interface Source {
  readonly bytes: Uint8Array;
  /** The file name or URL, for messages. */
  readonly name: string;
}

export interface SourceLimits {
  /** The maximum size of a file or response in bytes. */
  readonly maxBytes?: number;
  /** The timeout of a request in milliseconds. */
  readonly deadlineMs?: number;
  /** Whether the URL can be on loopback (default: if it is). */
  readonly local?: boolean;
  readonly signal?: AbortSignal;
}

/**
 * Reads a file, a URL, or standard input (`-`). Fetches only public URLs, unless the URL itself is on loopback.
 * @returns the source, or the reason why it cannot be read
 */
export async function readSource(
  target: string,
  terminal: Pick<Terminal, 'input' | 'environment'>,
  limits: SourceLimits = {},
): Promise<Result<Source, string>> {
  if (isUrl(target)) return fetchSource(target, getSiteUrl(terminal), limits);
  const name = target === '-' ? '(standard input)' : target;
  try {
    if (target === '-') return success({ name, bytes: await terminal.input() });
    const { maxBytes = Number.POSITIVE_INFINITY } = limits;
    if ((await stat(target)).size > maxBytes)
      return failure(`${target} is too large. The maximum size is ${maxBytes / 1024 / 1024} MiB.`);
    return success({ name, bytes: await readFile(target) });
  } catch (error) {
    return failure(formatReadError(target, error));
  }
}

async function fetchSource(
  url: string,
  siteUrl: string,
  { local = isLoopbackUrl(url), ...limits }: SourceLimits,
): Promise<Result<Source, string>> {
  const origin = parseOrigin(url);
  if (!origin.ok) return failure(explainOriginError(url, origin.error));
  const fetcher = createGuardedFetcher({ siteUrl, local });
  try {
    const result = await fetcher.fetch({ url, listingOrigin: origin.value.url, ...limits });
    if (result.outcome === 'response' && result.status === 200) return success({ bytes: result.body, name: url });
    return failure(formatFetchError(result, limits.maxBytes));
  } finally {
    await fetcher.close();
  }
}

function formatFetchError(result: FetchResult, maxBytes: number | undefined): string {
  if (result.outcome === 'response') return `${result.url} returned status ${result.status}.`;
  const isTooLarge = result.outcome === 'failed' && result.kind === 'too-large' && maxBytes !== undefined;
  const hint = isTooLarge ? `The maximum size is ${maxBytes / 1024 / 1024} MiB.` : result.hint;
  return `Cannot fetch ${result.url}: ${result.message} ${hint}`;
}

/** Formats the reason why a file cannot be read, with a likely fix. */
function formatReadError(file: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  if (code === 'EISDIR') return `${file} is a folder. Pass a file.`;
  if (code === 'ENOENT' || code === 'ENOTDIR') return `File not found: ${file}.${suggestTarget(file)}`;
  return `Cannot read ${file} (${code ?? String(error)}).${FIXES[code ?? ''] ?? ''}`;
}

const FIXES: Readonly<Record<string, string>> = {
  EACCES: ' Check its permissions.',
  EPERM: ' Check its permissions.',
  ENAMETOOLONG: ' Pass a file name, not its content.',
  ERR_FS_FILE_TOO_LARGE: ' Pass a smaller file.',
};

/** Suggests a URL for a host, and the command that creates the usual file. */
function suggestTarget(file: string): string {
  if (file === 'api-manifest.json') return ' To create it, run api-manifest init.';
  const looksLikeHost = /^[\w-]+(\.[\w-]+)+(:\d+)?(\/|$)/.test(file) && !/\.(json|ya?ml)$/i.test(file);
  return looksLikeHost ? ` For a URL, use https://${file}.` : '';
}
