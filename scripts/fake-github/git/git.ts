import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { openObjectLookup } from './object-lookup.ts';
import { type RunOptions, run } from './run-git.ts';

/** The author or committer of a commit, with an RFC 3339 time. */
export interface Person {
  readonly name: string;
  readonly email: string;
  readonly date: string;
}

export interface Commit {
  readonly sha: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly author: Person;
  readonly committer: Person;
  readonly message: string;
}

/** A change of a file in a tree. Without `content` and `sha`, it deletes the file. */
export interface TreeEntry {
  readonly path: string;
  readonly mode?: string;
  readonly content?: string | Uint8Array;
  readonly sha?: string | null;
}

export interface ChangedFile {
  readonly status: 'added' | 'removed' | 'modified' | 'renamed';
  readonly path: string;
  readonly previousPath?: string;
  readonly sha: string;
  readonly additions: number;
  readonly deletions: number;
}

/** A bare Git repository on disk, used through the `git` command. */
export type Git = ReturnType<typeof openGit>;

/** Creates an empty bare repository in `directory`. */
export async function initGit(directory: string): Promise<Git> {
  await run(['init', '--quiet', '--bare', '--initial-branch=main', directory]);
  return openGit(directory);
}

function openGit(directory: string) {
  const git = async (args: readonly string[], options: RunOptions = {}) =>
    (await run(['--git-dir', directory, ...args], options)).toString().trimEnd();
  /** Returns the output of git, or undefined if it fails. */
  const tryGit = (args: readonly string[]) => git(args).catch(() => undefined);

  const lookup = openObjectLookup(directory);
  const findSha = async (name: string) => (await lookup.find(name))?.sha;

  /** The differences between two commits, which never change. */
  const differences = new Map<string, Promise<ChangedFile[]>>();
  /** The output of commands about commits that are given by their SHAs, so that it never changes. */
  const known = new Map<string, string>();

  async function askOnce(...args: readonly string[]): Promise<string> {
    const key = args.join(' ');
    const output = known.get(key) ?? (await git(args));
    known.set(key, output);
    return output;
  }

  async function writeTree(base: string | undefined, entries: readonly TreeEntry[]): Promise<string> {
    const index = path.join(directory, `index-${randomUUID()}`);
    const env = { GIT_INDEX_FILE: index };
    try {
      if (base !== undefined) await git(['read-tree', base], { env });
      const lines = await Promise.all(entries.map(indexLine));
      await git(['update-index', '--add', '--index-info'], { env, input: lines.join('') });
      return await git(['write-tree'], { env });
    } finally {
      await rm(index, { force: true });
    }
  }

  async function indexLine({ path: file, mode = '100644', content, sha }: TreeEntry): Promise<string> {
    const blob = content === undefined ? sha : await git(['hash-object', '-w', '--stdin'], { input: content });
    return blob ? `${mode} ${blob}\t${file}\n` : `0 ${'0'.repeat(40)}\t${file}\n`;
  }

  return {
    directory,
    writeTree,
    /** Returns the commit of a ref, by its full name. */
    refSha: findSha,
    /** Lists the refs that start with a text. */
    listRefs: async (prefix: string) => {
      const lines = (await git(['for-each-ref', '--format=%(objectname) %(refname)'])).split('\n');
      const refs = lines.map(line => ({ sha: line.slice(0, 40), ref: line.slice(41) }));
      return refs.filter(({ ref }) => ref.startsWith(prefix));
    },
    /** Returns false if the ref already exists. */
    createRef: async (ref: string, sha: string) =>
      (await tryGit(['update-ref', ref, sha, '0'.repeat(40)])) !== undefined,
    /** Returns false if the ref does not point to `from`. */
    moveRef: async (ref: string, to: string, from: string) =>
      (await tryGit(['update-ref', ref, to, from])) !== undefined,
    deleteRef: async (ref: string) => void (await git(['update-ref', '-d', ref])),
    /** Whether a commit contains another, by their SHAs. */
    isAncestor: (old: string, young: string) =>
      askOnce('merge-base', '--is-ancestor', old, young).then(
        () => true,
        () => false,
      ),
    /** Returns the commits that a commit contains, by their SHAs, itself included. */
    contained: async (sha: string): Promise<ReadonlySet<string>> => new Set((await git(['rev-list', sha])).split('\n')),
    /** Returns how many commits the second of two commits contains that the first does not, by their SHAs. */
    commitCount: async (from: string, to: string) => Number(await askOnce('rev-list', '--count', `${from}..${to}`)),
    objectType: async (sha: string) => (await lookup.find(sha))?.type,
    blob: (sha: string) => run(['--git-dir', directory, 'cat-file', 'blob', sha]),
    blobAt: (commit: string, file: string) => findSha(`${commit}:${file}`),
    /** Returns the direct entries of a tree in GitHub's format. */
    async treeEntries(tree: string) {
      const lines = (await git(['ls-tree', '-z', tree])).split('\0').filter(Boolean);
      return lines.map(line => {
        const [facts = '', name = ''] = line.split('\t');
        const [mode = '', type = '', sha = ''] = facts.split(' ');
        return { path: name, mode, type, sha };
      });
    },
    treeOf: (commit: string) => findSha(`${commit}^{tree}`),

    async commit(sha: string): Promise<Commit> {
      const format = '--format=%H%x00%T%x00%P%x00%an%x00%ae%x00%aI%x00%cn%x00%ce%x00%cI%x00%B';
      const [id = '', tree = '', parents = '', an = '', ae = '', ad = '', cn = '', ce = '', cd = '', message = ''] = (
        await git(['show', '--no-patch', format, sha])
      ).split('\0');
      const author = { name: an, email: ae, date: ad };
      const committer = { name: cn, email: ce, date: cd };
      return { sha: id, tree, parents: parents.split(' ').filter(Boolean), author, committer, message };
    },

    writeCommit(tree: string, parents: readonly string[], message: string, author: Person): Promise<string> {
      const env = {
        GIT_AUTHOR_NAME: author.name,
        GIT_AUTHOR_EMAIL: author.email,
        GIT_AUTHOR_DATE: author.date,
        GIT_COMMITTER_NAME: author.name,
        GIT_COMMITTER_EMAIL: author.email,
        GIT_COMMITTER_DATE: author.date,
      };
      return git(['commit-tree', tree, ...parents.flatMap(parent => ['-p', parent])], { env, input: message });
    },

    /** Returns the changes of a branch since it diverged from `base`, as in a pull request. */
    async changedFiles(base: string, head: string): Promise<ChangedFile[]> {
      const start = await askOnce('merge-base', base, head);
      const found = differences.get(`${start} ${head}`) ?? difference(start, head);
      differences.set(`${start} ${head}`, found);
      return found;
    },

    /** Ends the process that looks up objects. */
    close: () => lookup.close(),
  };

  async function difference(...range: readonly [start: string, head: string]): Promise<ChangedFile[]> {
    const raw = await git(['diff', '--raw', '--no-abbrev', '-z', '-M', ...range]);
    const files: ChangedFile[] = [];
    const fields = raw.split('\0').filter(Boolean);
    while (fields.length > 0) {
      const [, , , sha = '', letter = ''] = fields.shift()?.split(' ') ?? [];
      const first = fields.shift() ?? '';
      const renamed = letter.startsWith('R');
      const file = renamed ? (fields.shift() ?? '') : first;
      const [additions = 0, deletions = 0] = (await git(['diff', '--numstat', ...range, '--', file]))
        .split('\t')
        .slice(0, 2)
        .map(count => Number(count) || 0);
      const status = STATUSES[letter.charAt(0)] ?? 'modified';
      files.push({ status, path: file, ...(renamed && { previousPath: first }), sha, additions, deletions });
    }
    return files;
  }
}

const STATUSES: Readonly<Record<string, ChangedFile['status']>> = { A: 'added', D: 'removed', R: 'renamed' };
