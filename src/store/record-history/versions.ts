import { text } from 'node:stream/consumers';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { Instant } from '#contract/instant.ts';
import { instant } from '#listing/time/timestamp.ts';
import { gitWithin, runGitCommand, waitForExit } from './git.ts';

/** The version of a record in one commit. */
export interface RecordVersion {
  readonly commit: string;
  readonly committed_at: Instant;
  /** The object id of the content. */
  readonly blob: string;
}

/** The versions of all records up to a commit. */
export interface RecordVersions {
  /** The commit. Undefined in a repository without commits. */
  readonly head: string | undefined;
  /** The versions by id, oldest first. */
  readonly byId: ReadonlyMap<string, readonly RecordVersion[]>;
}

/**
 * Reads the versions of all records up to HEAD, in one pass over the history. Empty for a repository without commits.
 *
 * @param previous an earlier result; if HEAD descends from its commit, reads only the commits after it
 */
export async function readRecordVersions(
  directory: string,
  prefix: string,
  previous?: RecordVersions,
): Promise<RecordVersions> {
  const found = await runGitCommand(directory, 'rev-parse', '--quiet', '--verify', 'HEAD^{commit}');
  if (found.code !== 0) return { head: undefined, byId: new Map() };
  const head = found.output;
  if (previous?.head === head) return previous;
  const canContinue = previous?.head !== undefined && (await isOnFirstParentLine(directory, previous.head, head));
  const start = canContinue ? previous : undefined;
  const byId = new Map(start?.byId);
  let read = 0;
  for await (const { path, ...version } of readChanges(directory, start ? `${start.head}..${head}` : head, prefix)) {
    // Git is faster than this loop, so other tasks would wait for the whole history.
    if (++read % BATCH_SIZE === 0) await yieldToOthers();
    const id = parseId(path, prefix);
    if (id === undefined) continue;
    const known = byId.get(id) ?? [];
    // Copy the array, because the previous result shares it.
    if (known.at(-1)?.blob !== version.blob) byId.set(id, [...known, version]);
  }
  return { head, byId };
}

/** Returns whether the first-parent history of `to` contains `from`. */
async function isOnFirstParentLine(directory: string, from: string, to: string): Promise<boolean> {
  const { code, output } = await runGitCommand(directory, 'rev-list', '--first-parent', '--parents', `${from}..${to}`);
  const [, firstParent] = output.split('\n').at(-1)?.split(' ') ?? [];
  return code === 0 && firstParent === from;
}

/** Versions per batch. Other tasks run between batches. */
const BATCH_SIZE = 500;

/** Accepts any folder name, because the rule for the folder of an id can change between versions. */
function parseId(path: string, prefix: string): string | undefined {
  const folder = prefix === '' ? '' : `${prefix.replace(/\/+$/, '')}/`;
  const [, id] = path.startsWith(folder) ? (/^[^/]+\/([^/]+)\.json$/.exec(path.slice(folder.length)) ?? []) : [];
  return id;
}

async function* readChanges(
  directory: string,
  range: string,
  prefix: string,
): AsyncGenerator<RecordVersion & { readonly path: string }> {
  const log = gitWithin(LOG_TIMEOUT_MS, directory, 'log', ...LOG, range, '--', prefix || '.');
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

/** Git reads 100,000 commits in a few seconds. */
const LOG_TIMEOUT_MS = 300_000;

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
