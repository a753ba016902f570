import type { CommitMessage } from '../acceptance.ts';
import type { Git, RunOptions } from './git.ts';

/** A commit to be made: what files become, on top of what the branch holds. */
export interface NewCommit {
  readonly message: CommitMessage;
  /** Name and value of each trailer, e.g. `['Outcome', 'listed']`. */
  readonly trailers?: readonly (readonly [string, string])[];
  /** Milliseconds since 1970. */
  readonly time: number;
  /** The tree to start from in place of the one that the branch stands at. */
  readonly tree?: string | undefined;
  /** None makes an empty commit. */
  readonly files: AsyncIterable<FileChange> | Iterable<FileChange>;
}

/** A file's new content; undefined removes it. */
export interface FileChange {
  /** From the top of the repository, with slashes. */
  readonly path: string;
  readonly content: string | Uint8Array | undefined;
}

export interface Branch {
  readonly name: string;
  /** The commit to build on, which the branch still has to stand at; undefined begins a history without a past. */
  readonly tip: string | undefined;
}

/**
 * Makes commits on a branch, in order: all of them, or, when this fails or is killed at any moment, none. One process for
 * all, which touches neither index nor work tree, takes a few milliseconds however large the repository is.
 *
 * @param commits at least one
 * @param options see `RunOptions`
 * @returns the hash of the last commit, the branch's new tip
 */
export async function addCommits(
  git: Git,
  branch: Branch,
  commits: readonly NewCommit[],
  options: Pick<RunOptions, 'onStart' | 'timeoutMs'> = {},
): Promise<string> {
  const flags = ['--quiet', '--done', '--date-format=raw', ...(branch.tip === undefined ? ['--force'] : [])];
  const answer = await git.run(['fast-import', ...flags], { ...options, input: stream(git.author, branch, commits) });
  return answer.toString().trim();
}

/** The hash of a branch's last commit; undefined when there is no such branch. */
export async function tipOf(git: Git, branch: string): Promise<string | undefined> {
  const answer = await git.run(['for-each-ref', '--format=%(objectname)', `refs/heads/${branch}`]);
  return answer.toString().trim() || undefined;
}

/** The message of a commit as git stores it, with its trailers. */
export function messageText({ message, trailers = [] }: Pick<NewCommit, 'message' | 'trailers'>): string {
  const trailer = trailers.map(([key, value]) => `${key}: ${value}`).join('\n');
  const paragraphs = [message.subject, message.body, trailer];
  return `${paragraphs.filter(paragraph => paragraph !== '').join('\n\n')}\n`;
}

/** What fast-import reads; `done` at its end, so that what ends early counts for nothing. */
async function* stream(
  author: string,
  { name, tip }: Branch,
  commits: readonly NewCommit[],
): AsyncGenerator<string | Uint8Array> {
  if (tip === undefined) yield `reset refs/heads/${name}\n`;
  for (const [index, commit] of commits.entries()) {
    const { time, tree, files } = commit;
    yield `commit refs/heads/${name}\nmark :1\n`;
    yield `committer ${author} <registry@localhost> ${Math.floor(time / 1000)} +0000\n`;
    yield data(messageText(commit));
    if (index === 0 && tip !== undefined) yield `from ${tip}\n`;
    if (tree !== undefined) yield `M 040000 ${tree} ""\n`;
    for await (const { path, content } of files) {
      if (content === undefined) yield `D ${path}\n`;
      else {
        yield `M 100644 inline ${path}\n`;
        yield data(content);
      }
    }
  }
  yield 'get-mark :1\ndone\n';
}

function data(content: string | Uint8Array): Uint8Array {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return Buffer.concat([Buffer.from(`data ${bytes.length}\n`), bytes, Buffer.from('\n')]);
}
