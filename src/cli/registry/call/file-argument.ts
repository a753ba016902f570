import path from 'node:path';
import { isFileName } from '#calls/body/multipart.ts';
import { type Result, success } from '#manifest/result.ts';
import { readSource } from '../../manifest/text-source.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** A value of the form `@path`, which is the content of a file. */
export class FileArgument {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** The name of the file in a command, which supports only simple names in the current folder. */
  get name(): string {
    return [this.path, path.basename(this.path)].find(isFileName) ?? 'file.bin';
  }
}

type Values = Readonly<Record<string, unknown>>;

/** Returns the files in the values of a call. */
export function listFiles(values: Values): readonly FileArgument[] {
  return Object.values(values)
    .flat()
    .filter(value => value instanceof FileArgument);
}

/** Replaces files by their names, for a request that is not sent. */
export function nameFiles(values: Values): Values {
  const replace = (value: unknown): unknown => (value instanceof FileArgument ? value.name : value);
  return mapValues(values, replace);
}

/** Replaces files by their content. The path `-` is standard input. The error is a message for the user. */
export async function readFiles(values: Values, terminal: Terminal): Promise<Result<Values, string>> {
  const contents = new Map<unknown, Uint8Array>();
  for (const file of listFiles(values)) {
    // Only an absolute path is neither a URL nor standard input.
    const target = file.path === '-' ? '-' : path.resolve(file.path);
    const source = await readSource(target, terminal, { maxBytes: MAX_FILE_BYTES });
    if (!source.ok) return source;
    contents.set(file, source.value.bytes);
  }
  return success(mapValues(values, value => contents.get(value) ?? value));
}

const MAX_FILE_BYTES = 100 * 1024 * 1024;

function mapValues(values: Values, convert: (value: unknown) => unknown): Values {
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map(convert) : convert(value),
  ]);
  return Object.fromEntries(entries);
}
