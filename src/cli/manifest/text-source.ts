import { readFile } from 'node:fs/promises';
import { parseOrigin } from '#listing/origin.ts';
import type { FetchResult } from '#verify/fetch/fetch-result.ts';
import { createGuardedFetcher } from '#verify/fetch/guarded-fetch.ts';
import { isLoopbackUrl, isUrl, siteUrl } from '../registry/urls.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** What a person named: its bytes, and what to call it. */
export type Source = { readonly bytes: Uint8Array; readonly name: string } | { readonly refusal: string };

export interface SourceLimits {
  /** Longest answer of an address, in bytes. */
  readonly maxBytes?: number;
  /** Milliseconds that an address may take. */
  readonly deadlineMs?: number;
}

/** Reads a file, an address, or standard input, named `-`. Addresses are fetched as those of strangers are. */
export async function readSource(
  target: string,
  terminal: Pick<Terminal, 'input' | 'environment'>,
  limits: SourceLimits = {},
): Promise<Source> {
  if (isUrl(target)) return fetched(target, siteUrl(terminal), limits);
  const name = target === '-' ? '(standard input)' : target;
  try {
    return { name, bytes: target === '-' ? await terminal.input() : await readFile(target) };
  } catch (error) {
    return { refusal: refusalToRead(target, error) };
  }
}

async function fetched(address: string, site: string, limits: SourceLimits): Promise<Source> {
  const result = parseOrigin(address);
  if (!result.ok) return { refusal: result.error };
  const fetcher = createGuardedFetcher({ siteUrl: site, local: isLoopbackUrl(address) });
  try {
    const answer = await fetcher.fetch({ url: address, listingOrigin: result.value.url, ...limits });
    if (answer.outcome === 'response' && answer.status === 200) return { bytes: answer.body, name: address };
    return { refusal: refusalToFetch(answer, limits.maxBytes) };
  } finally {
    await fetcher.close();
  }
}

function refusalToFetch(answer: FetchResult, maxBytes: number | undefined): string {
  if (answer.outcome === 'response') return `${answer.url} answered with status ${answer.status}.`;
  const tooLarge = answer.outcome === 'failed' && answer.kind === 'too-large' && maxBytes !== undefined;
  const hint = tooLarge ? `At most ${maxBytes / 1024 / 1024} MiB are read.` : answer.hint;
  return `${answer.url} was not read: ${answer.message} ${hint}`;
}

/** Why a file cannot be read, and what the person probably meant. */
export function refusalToRead(file: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EISDIR') return `${file} is a folder; name the file in it.`;
  if (code !== 'ENOENT') return `${file} cannot be read (${code ?? String(error)}).`;
  const looksLikeHost = /^[\w-]+(\.[\w-]+)+(:\d+)?(\/|$)/.test(file);
  return `There is no file ${file}.${looksLikeHost ? ` If you mean an address, write https://${file}.` : ''}`;
}
