import { hash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/** The first line of a file, as JSON. */
interface Head {
  /** Identifies the code that computed the content. */
  readonly key: string;
  /** The SHA-256 of the rest, which shows a damaged file. */
  readonly sha256: string;
}

/** Returns the content of a file; undefined if it is missing, damaged, or has another key. */
export function readCheckedFile(file: string, key: string): Buffer | undefined {
  const [head, content] = splitLine<Head>(readIfExists(file));
  return head?.key === key && hash('sha256', content) === head.sha256 ? content : undefined;
}

/**
 * Writes a file atomically.
 * @param key identifies the code that computed the content
 * @param draft the path of the file until it is complete; several processes that write the same file need one each
 */
export function writeCheckedFile(file: string, key: string, content: Uint8Array, draft = `${file}.draft`): void {
  const head: Head = { key, sha256: hash('sha256', content) };
  writeFileSync(draft, Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), content]));
  renameSync(draft, file);
}

/** Splits the first line, which is JSON, from the rest. Undefined if it is damaged. */
export function splitLine<T>(bytes: Buffer): readonly [T | undefined, Buffer] {
  const end = bytes.indexOf('\n');
  try {
    return [JSON.parse(bytes.toString('utf8', 0, end)), bytes.subarray(end + 1)];
  } catch {
    return [undefined, bytes];
  }
}

/** Returns the content of a file; empty if it is missing. */
export function readIfExists(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}
