import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ReadReference } from '#draft/openapi/openapi-document.ts';
import { failure } from '#manifest/result.ts';
import { isLoopbackUrl, isUrl } from '../../registry/urls.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { readSource } from '../text-source.ts';

/** The maximum time for all referenced documents. */
const TOTAL_MS = 60_000;
const LIMITS = { maxBytes: 8 * 1024 * 1024, deadlineMs: 15_000 };

/** Returns the URL against which the references of a document are resolved. Standard input has none. */
export function getBaseUrl(target: string): string {
  if (target === '-') return 'stdin:';
  return isUrl(target) ? target : pathToFileURL(path.resolve(target)).href;
}

/**
 * Creates the reader of the documents that a document references. It reads public URLs, URLs on loopback if the document is
 * there, and files below the folder of a local document: a document cannot make it read other files or servers.
 *
 * @param target the document: a file, a URL, or `-`
 */
export function createReferenceReader(
  target: string,
  terminal: Pick<Terminal, 'input' | 'environment'>,
): ReadReference {
  const folder = target === '-' || isUrl(target) ? undefined : path.dirname(path.resolve(target));
  const local = isUrl(target) && isLoopbackUrl(target);
  const signal = AbortSignal.timeout(TOTAL_MS);
  return async url => {
    const isFile = url.startsWith('file:');
    if (!isFile && !/^https?:/.test(url)) return failure(`${url} is ignored: references must be https URLs or files.`);
    const file = isFile ? toFile(url) : undefined;
    if (isFile && !isBelow(file, folder))
      return failure(`${url} is ignored: a document can only reference files below its folder.`);
    const source = await readSource(file ?? url, terminal, { ...LIMITS, local, signal });
    return source.ok ? { ok: true, value: source.value.bytes } : source;
  };
}

function toFile(url: string): string | undefined {
  try {
    return fileURLToPath(url);
  } catch {
    return undefined;
  }
}

function isBelow(file: string | undefined, folder: string | undefined): boolean {
  if (file === undefined || folder === undefined) return false;
  const relative = path.relative(folder, file);
  return relative !== '' && !relative.startsWith('..') && !path.isAbsolute(relative);
}
