import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import type { Assets } from '#edge/catalog/assets.ts';
import { BufferedResponse, type Encodings } from '#edge/http/buffered-response.ts';
import { tagOf } from '#edge/middleware/conditional.ts';
import { readHeaderRules } from '#edge/middleware/header-rules.ts';
import { ifExists } from '#store/if-exists.ts';
import { digest } from './digest.ts';

/** The maximum size of cached files in bytes; the least recently used are evicted first. */
const CACHE_BYTES = 64 * 1024 * 1024;

interface CachedFile {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly headers: Headers;
  /** Undefined for files that are sent without encoding. */
  readonly encodings: Encodings | undefined;
  /** Modification time and size, which reveal a new build. */
  readonly version: string;
}

/**
 * Returns the files of a build from a folder. A path that ends in `/` maps to its `index.html`; files outside the
 * folder are never read. Each response has its ETag and the headers from the folder's `_headers`. `fetch` rejects if a file
 * exists but cannot be read.
 *
 * @param isEncodable whether to encode a body of a type for clients that accept it; by default, no body is encoded
 * @throws the system's error if `_headers` exists but cannot be read, because it has the security headers
 */
export async function fileAssets(
  folder: string,
  isEncodable: (body: Uint8Array<ArrayBuffer>, type: string) => boolean = () => false,
): Promise<Assets> {
  const headersOf = readHeaderRules((await ifExists(readFile(path.join(folder, '_headers'), 'utf8'))) ?? '');
  const cache = new Map<string, CachedFile>();
  let cachedBytes = 0;

  async function read(file: string, version: string, url: string): Promise<CachedFile> {
    const body = new Uint8Array(await readFile(file));
    const type = getMimeType(file) ?? 'application/octet-stream';
    const encodings: Encodings | undefined = isEncodable(body, type) ? new Map() : undefined;
    const headers = new Headers({
      'Content-Type': type,
      'Cache-Control': 'public, max-age=60, stale-while-revalidate=600',
      ETag: await tagOf(body, digest),
      ...(encodings && { Vary: 'Accept-Encoding' }),
    });
    for (const [name, value] of headersOf(url)) headers.set(name, value);
    return { body, headers, encodings, version };
  }

  function keep(file: string, entry: CachedFile): void {
    forget(file);
    cache.set(file, entry);
    cachedBytes += entry.body.length;
    for (const oldest of cache.keys()) {
      if (cachedBytes <= CACHE_BYTES) break;
      forget(oldest);
    }
  }

  function forget(file: string): void {
    cachedBytes -= cache.get(file)?.body.length ?? 0;
    cache.delete(file);
  }

  return {
    async fetch(url) {
      const file = resolveFile(folder, url);
      if (file === undefined) return undefined;
      const found = await ifExists(stat(file));
      if (!found?.isFile()) return undefined;
      const version = `${found.mtimeMs}-${found.size}`;
      const cached = cache.get(file);
      const entry = cached?.version === version ? cached : await read(file, version, url);
      keep(file, entry);
      // A copy, because Node's adapter keeps the headers that it receives, and callers add to them.
      return new BufferedResponse(entry.body, { headers: new Headers(entry.headers), encodings: entry.encodings });
    },
  };
}

/** Undefined for a path with an invalid percent-escape or a null byte, which never match a file. */
function decodePath(url: string): string | undefined {
  try {
    const decoded = decodeURIComponent(url);
    return decoded.includes('\0') ? undefined : decoded;
  } catch {
    return undefined;
  }
}

/**
 * Returns the file for a path, inside the folder; undefined if the path leads outside, or to files for the host only.
 */
function resolveFile(folder: string, url: string): string | undefined {
  const decoded = decodePath(url);
  if (decoded === undefined) return undefined;
  const file = path.resolve(folder, `.${decoded.endsWith('/') ? `${decoded}index.html` : decoded}`);
  const root = path.resolve(folder);
  const isHidden = path.dirname(file) === root && path.basename(file).startsWith('_');
  return file.startsWith(root + path.sep) && !isHidden ? file : undefined;
}
