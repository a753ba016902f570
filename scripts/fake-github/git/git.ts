import { openObjectLookup } from './object-lookup.ts';
import {
  type CommitContent,
  formatCommit,
  formatTree,
  type Person,
  parseCommit,
  parseTree,
  writeObject,
} from './objects.ts';
import { type RunOptions, run } from './run-git.ts';

export interface Commit extends CommitContent {
  readonly sha: string;
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

/**
 * A bare Git repository on disk. Each start of git takes longer than the work on a few objects, so only the work on refs and
 * histories starts it.
 */
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

  /** The output of commands about commits that are given by their SHAs, so that it never changes. */
  const known = new Map<string, string>();

  async function askOnce(...args: readonly string[]): Promise<string> {
    const key = args.join(' ');
    const output = known.get(key) ?? (await git(args));
    known.set(key, output);
    return output;
  }

  async function find(name: string) {
    const object = await lookup.find(name);
    if (object === undefined) throw new Error(`${name} does not exist.`);
    return object;
  }

  /** Returns the direct entries of a tree in GitHub's format. */
  const treeEntries = async (tree: string) => parseTree((await find(tree)).content);

  async function writeTree(base: string | undefined, entries: readonly TreeEntry[]): Promise<string> {
    const tree = new Map(base === undefined ? [] : (await treeEntries(base)).map(entry => [entry.path, entry]));
    const folders = new Map<string, TreeEntry[]>();
    for (const entry of entries) {
      const { path: file, mode = '100644', content } = entry;
      const [name = '', rest] = file.split(/\/(.*)/s);
      if (rest !== undefined) folders.set(name, [...(folders.get(name) ?? []), { ...entry, path: rest }]);
      else {
        const sha = content === undefined ? entry.sha : await writeObject(directory, 'blob', content);
        if (sha) tree.set(name, { path: name, mode, type: 'blob', sha });
        else tree.delete(name);
      }
    }
    for (const [name, below] of folders) {
      const present = tree.get(name);
      const sha = await writeTree(present?.type === 'tree' ? present.sha : undefined, below);
      if (sha === EMPTY_TREE) tree.delete(name);
      else tree.set(name, { path: name, mode: '040000', type: 'tree', sha });
    }
    return writeObject(directory, 'tree', formatTree(tree.values()));
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
    blob: async (sha: string) => (await find(sha)).content,
    blobAt: (commit: string, file: string) => findSha(`${commit}:${file}`),
    treeEntries,
    treeOf: (commit: string) => findSha(`${commit}^{tree}`),

    async commit(name: string): Promise<Commit> {
      const { sha, content } = await find(name);
      return { sha, ...parseCommit(content) };
    },

    writeCommit: (tree: string, parents: readonly string[], message: string, author: Person): Promise<string> =>
      writeObject(directory, 'commit', formatCommit({ tree, parents, author, committer: author, message })),

    /** Returns the changes of a branch since it diverged from `base`, as in a pull request. */
    async changedFiles(base: string, head: string): Promise<ChangedFile[]> {
      const range = `${base}...${head}`;
      return parseDiff(await askOnce('diff', '--raw', '--numstat', '--no-abbrev', '-z', '-M', range));
    },

    /** Ends the process that looks up objects. */
    close: () => lookup.close(),
  };
}

/** Parses the output of `git diff --raw --numstat -z`: all files, then the numbers of their lines in the same order. */
function parseDiff(output: string): ChangedFile[] {
  const fields = output.split('\0').filter(Boolean);
  const files: Omit<ChangedFile, 'additions' | 'deletions'>[] = [];
  while (fields[0]?.startsWith(':')) {
    const [, , , sha = '', letter = ''] = fields.shift()?.split(' ') ?? [];
    const first = fields.shift() ?? '';
    const renamed = letter.startsWith('R');
    const file = renamed ? (fields.shift() ?? '') : first;
    const status = STATUSES[letter.charAt(0)] ?? 'modified';
    files.push({ status, path: file, ...(renamed && { previousPath: first }), sha });
  }
  return files.map(file => {
    const [additions, deletions] = (fields.shift() ?? '').split('\t').map(count => Number(count) || 0);
    // The paths of a renamed file are separate fields.
    if (file.previousPath !== undefined) fields.splice(0, 2);
    return { ...file, additions: additions ?? 0, deletions: deletions ?? 0 };
  });
}

const STATUSES: Readonly<Record<string, ChangedFile['status']>> = { A: 'added', D: 'removed', R: 'renamed' };

/** The SHA of a tree without entries, which git does not keep in other trees. */
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
