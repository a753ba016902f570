import type { CommitMessage } from '../acceptance.ts';
import type { Git, RunOptions } from './git.ts';

/** A commit to create: a message and the file changes. */
export interface NewCommit {
  readonly message: CommitMessage;
  /** The name and value of each trailer, such as `['Outcome', 'listed']`. */
  readonly trailers?: readonly (readonly [string, string])[];
  /** Milliseconds since 1970. */
  readonly time: number;
  /** The base tree, if it is not the tree of the branch tip. */
  readonly tree?: string | undefined;
  /** An empty list creates an empty commit. */
  readonly files: AsyncIterable<FileChange> | Iterable<FileChange>;
}

/** A file's new content; undefined removes it. */
export interface FileChange {
  /** The path from the root of the repository, with slashes. */
  readonly path: string;
  readonly content: string | Uint8Array | undefined;
}

export interface Branch {
  readonly name: string;
  /** The expected tip of the branch, which becomes the parent. If undefined, the first commit has no parent. */
  readonly tip: string | undefined;
}

/**
 * Creates commits on a branch in order: all of them, or none after a failure or crash. Runs one process for all commits
 * and uses neither the index nor the work tree, so the duration does not depend on the size of the repository.
 *
 * @param commits at least one
 * @param options see `RunOptions`
 * @returns the hash of the last commit, which is the new tip of the branch
 */
export async function addCommits(
  git: Git,
  branch: Branch,
  commits: readonly NewCommit[],
  options: Pick<RunOptions, 'onStart' | 'timeoutMs'> = {},
): Promise<string> {
  const flags = ['--quiet', '--done', '--date-format=raw', ...(branch.tip === undefined ? ['--force'] : [])];
  const output = await git.run(['fast-import', ...flags], { ...options, input: stream(git.author, branch, commits) });
  return output.toString().trim();
}

/** The hash of the tip of a branch. Undefined if the branch does not exist. */
export async function tipOf(git: Git, branch: string): Promise<string | undefined> {
  const output = await git.run(['for-each-ref', '--format=%(objectname)', `refs/heads/${branch}`]);
  return output.toString().trim() || undefined;
}

/** The message of a commit as git stores it, including trailers. */
export function messageText({ message, trailers = [] }: Pick<NewCommit, 'message' | 'trailers'>): string {
  const trailer = trailers.map(([key, value]) => `${key}: ${value}`).join('\n');
  const paragraphs = [message.subject, message.body, trailer];
  return `${paragraphs.filter(paragraph => paragraph !== '').join('\n\n')}\n`;
}

/** The input of fast-import. It ends with `done`, so that git discards truncated input. */
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
