import { text } from 'node:stream/consumers';
import type { Instant } from '#contract/instant.ts';
import { instant } from '#listing/timestamp.ts';
import { git, runGitCommand, waitForExit } from './git.ts';

/** The version of a record in one commit. */
export interface RecordVersion {
  readonly commit: string;
  readonly committed_at: Instant;
  /** The object id of the content. */
  readonly blob: string;
}

/**
 * Returns the versions of all records by id, oldest first, from one pass over the history. Empty for a repository without
 * commits.
 */
export async function readRecordVersions(directory: string, prefix: string): Promise<Map<string, RecordVersion[]>> {
  const versions = new Map<string, RecordVersion[]>();
  const head = await runGitCommand(directory, 'rev-parse', '--quiet', '--verify', 'HEAD^{commit}');
  if (head.code !== 0) return versions;
  for await (const { path, ...version } of readChanges(directory, head.output, prefix)) {
    const id = parseId(path, prefix);
    if (id === undefined) continue;
    const known = versions.get(id);
    if (known === undefined) versions.set(id, [version]);
    else if (known.at(-1)?.blob !== version.blob) known.push(version);
  }
  return versions;
}

/** Accepts any folder name, because the rule for the folder of an id can change between versions. */
function parseId(path: string, prefix: string): string | undefined {
  const folder = prefix === '' ? '' : `${prefix.replace(/\/+$/, '')}/`;
  const [, id] = path.startsWith(folder) ? (/^[^/]+\/([^/]+)\.json$/.exec(path.slice(folder.length)) ?? []) : [];
  return id;
}

async function* readChanges(
  directory: string,
  head: string,
  prefix: string,
): AsyncGenerator<RecordVersion & { readonly path: string }> {
  const log = git(directory, 'log', ...LOG, head, '--', prefix || '.');
  log.stdin.end();
  const outcome = Promise.all([waitForExit(log), text(log.stderr)]);
  outcome.catch(() => undefined);
  let commit: Pick<RecordVersion, 'commit' | 'committed_at'> | undefined;
  let change: readonly string[] | undefined;
  for await (const token of readTokens(log.stdout)) {
    if (change !== undefined) {
      const [, mode = '', , blob = ''] = change;
      if (commit !== undefined && REGULAR_FILE.test(mode)) yield { ...commit, blob, path: token };
      change = undefined;
    } else if (/^\n?:/.test(token)) {
      change = token.trimStart().split(' ');
    } else {
      const [id = '', seconds = ''] = token.trim().split(' ');
      commit = { commit: id, committed_at: instant(Number(seconds) * 1000) };
    }
  }
  const [code, errorOutput] = await outcome;
  if (code !== 0) throw new Error(`git log failed in ${directory}: ${errorOutput.trim()}`);
}

/** Sets all options explicitly, so that the git configuration of the user has no effect. */
const LOG = [
  '--reverse',
  '--first-parent',
  '-m',
  '--raw',
  '-z',
  '--no-abbrev',
  '--no-renames',
  '--relative',
  '--no-show-signature',
  '--no-notes',
  '--no-color',
  '--no-ext-diff',
  '--format=%H %ct',
];

/** The mode excludes symbolic links and deleted files. */
const REGULAR_FILE = /^100/;

/** With -z, each token ends in a null byte, because a path can contain any other byte. */
async function* readTokens(output: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer<ArrayBufferLike> = Buffer.alloc(0);
  for await (const chunk of output) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = rest.indexOf(0); end !== -1; end = rest.indexOf(0, start)) {
      yield rest.toString('utf8', start, end);
      start = end + 1;
    }
    rest = rest.subarray(start);
  }
  if (rest.length > 0) yield rest.toString('utf8');
}
