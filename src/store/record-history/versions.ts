import { text } from 'node:stream/consumers';
import { setImmediate as others } from 'node:timers/promises';
import { type Instant, instant } from '#listing/timestamp.ts';
import { ended, gitWithin, runGitCommand } from './git.ts';

/** A record as one commit left it. */
export interface RecordVersion {
  readonly commit: string;
  readonly committed_at: Instant;
  /** The name of the content; equal contents have equal names. */
  readonly blob: string;
}

/** The versions of all records up to a commit. */
export interface RecordVersions {
  /** The commit; undefined in a repository without one. */
  readonly head: string | undefined;
  /** By id, oldest first. */
  readonly byId: ReadonlyMap<string, readonly RecordVersion[]>;
}

/**
 * Which commit brought which version of which record, up to HEAD. One pass; what is kept is a line for each version. A
 * repository without a commit has none.
 *
 * @param before what was read earlier: only commits after that are read, unless the history has changed
 */
export async function recordVersions(
  directory: string,
  prefix: string,
  before?: RecordVersions,
): Promise<RecordVersions> {
  const found = await runGitCommand(directory, 'rev-parse', '--quiet', '--verify', 'HEAD^{commit}');
  if (found.code !== 0) return { head: undefined, byId: new Map() };
  const head = found.output;
  if (before?.head === head) return before;
  const start = before?.head !== undefined && (await isOnFirstParentLine(directory, before.head, head)) ? before : null;
  const byId = new Map(start?.byId);
  let read = 0;
  for await (const { path, ...version } of changes(directory, start ? `${start.head}..${head}` : head, prefix)) {
    // git is faster than this loop, so that other work of the thread would wait for the whole history.
    if (++read % AT_ONCE === 0) await others();
    const id = idOf(path, prefix);
    if (id === undefined) continue;
    const known = byId.get(id) ?? [];
    // Not pushed: what was read before stays as it is.
    if (known.at(-1)?.blob !== version.blob) byId.set(id, [...known, version]);
  }
  return { head, byId };
}

/** Whether the commits after one commit, by first parents, lead from it to another. */
async function isOnFirstParentLine(directory: string, from: string, to: string): Promise<boolean> {
  const { code, output } = await runGitCommand(directory, 'rev-list', '--first-parent', '--parents', `${from}..${to}`);
  const [, firstParent] = output.split('\n').at(-1)?.split(' ') ?? [];
  return code === 0 && firstParent === from;
}

/** After how many versions other work gets its turn. */
const AT_ONCE = 500;

/** Records lie one folder deep. Which folder does not matter: it follows from the id, and may move with the rule for it. */
function idOf(path: string, prefix: string): string | undefined {
  const folder = prefix === '' ? '' : `${prefix.replace(/\/+$/, '')}/`;
  const [, id] = path.startsWith(folder) ? (/^[^/]+\/([^/]+)\.json$/.exec(path.slice(folder.length)) ?? []) : [];
  return id;
}

async function* changes(
  directory: string,
  range: string,
  prefix: string,
): AsyncGenerator<RecordVersion & { readonly path: string }> {
  const log = gitWithin(LOG_TIMEOUT_MS, directory, 'log', ...LOG, range, '--', prefix || '.');
  log.stdin.end();
  const outcome = Promise.all([ended(log), text(log.stderr)]);
  outcome.catch(() => undefined);
  let commit: Pick<RecordVersion, 'commit' | 'committed_at'> | undefined;
  let change: readonly string[] | undefined;
  for await (const token of tokens(log.stdout)) {
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
  const [code, complaint] = await outcome;
  if (code !== 0) throw new Error(`git log failed in ${directory}: ${complaint.trim()}`);
}

/** A hundred thousand commits take seconds. */
const LOG_TIMEOUT_MS = 300_000;

/** Spelled out, so that nobody's git configuration changes what is read. */
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

/** Not a link, whose content is a path, and not nothing, which is how a removal shows. */
const REGULAR_FILE = /^100/;

/** With -z, all that git writes is tokens that end in a null byte; a path may hold any other. */
async function* tokens(output: AsyncIterable<Buffer>): AsyncGenerator<string> {
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
