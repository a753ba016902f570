import { text } from 'node:stream/consumers';
import type { Instant } from '#contract/instant.ts';
import { instant } from '#listing/timestamp.ts';
import { ended, git, runGitCommand } from './git.ts';

/** A record as one commit left it. */
export interface RecordVersion {
  readonly commit: string;
  readonly committed_at: Instant;
  /** The name of the content; equal contents have equal names. */
  readonly blob: string;
}

/**
 * Which commit brought which version of which record, by id, oldest first. One pass; what is kept is a line for each
 * version. A repository without a commit has none.
 */
export async function recordVersions(directory: string, prefix: string): Promise<Map<string, RecordVersion[]>> {
  const versions = new Map<string, RecordVersion[]>();
  const head = await runGitCommand(directory, 'rev-parse', '--quiet', '--verify', 'HEAD^{commit}');
  if (head.code !== 0) return versions;
  for await (const { path, ...version } of changes(directory, head.output, prefix)) {
    const id = idOf(path, prefix);
    if (id === undefined) continue;
    const known = versions.get(id);
    if (known === undefined) versions.set(id, [version]);
    else if (known.at(-1)?.blob !== version.blob) known.push(version);
  }
  return versions;
}

/** Records lie one folder deep. Which folder does not matter: it follows from the id, and may move with the rule for it. */
function idOf(path: string, prefix: string): string | undefined {
  const folder = prefix === '' ? '' : `${prefix.replace(/\/+$/, '')}/`;
  const [, id] = path.startsWith(folder) ? (/^[^/]+\/([^/]+)\.json$/.exec(path.slice(folder.length)) ?? []) : [];
  return id;
}

async function* changes(
  directory: string,
  head: string,
  prefix: string,
): AsyncGenerator<RecordVersion & { readonly path: string }> {
  const log = git(directory, 'log', ...LOG, head, '--', prefix || '.');
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
