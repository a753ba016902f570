import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Git, LONG_GIT_TIMEOUT_MS } from '../../git/git.ts';

/** A seed file that changed since the last import. */
interface Candidate {
  /** The path in the seed folder, such as `listings/ex/api.example.com.json`. */
  readonly path: string;
  /** The hash at the last import. Undefined for a new file. */
  readonly base: string | undefined;
}

/** The state of a registry folder at the last import. */
export interface SeedIndex {
  candidates(): Promise<Candidate[]>;
  /** Records that these files were imported in their current state. */
  keep(paths: readonly string[]): Promise<void>;
}

const RECORD = /^listings\/[^/]+\/[^/]+\.json$/;

/**
 * Stores the state of a seed folder in a separate git index in the repository. Git compares a hundred thousand files
 * with it by time and size in a fraction of a second. If the folder does not exist, there are no candidates, so nothing
 * is removed. A damaged index is deleted, so that all files are compared again.
 */
export function seedIndex(git: Git, registryDir: string): SeedIndex {
  const workTree = path.resolve(registryDir);
  const index = path.join(git.dir, 'seed-index');

  async function list(args: readonly string[]): Promise<string[]> {
    const listed = await git.run(['ls-files', '-z', ...args], { index, workTree, timeoutMs: LONG_GIT_TIMEOUT_MS });
    return listed
      .toString()
      .split('\0')
      .filter(line => line !== '');
  }

  return {
    async candidates() {
      if (!(await isFolder(workTree))) return [];
      const known = await list(['--stage']).catch(async () => {
        await rm(index, { force: true });
        return list(['--stage']);
      });
      const base = new Map(known.map(line => [line.slice(line.indexOf('\t') + 1), line.split(' ')[1]]));
      const changed = await list(['--modified', '--others', '--', 'listings']);
      const paths = [...new Set(changed)].filter(each => RECORD.test(each)).sort();
      return paths.map(each => ({ path: each, base: base.get(each) }));
    },
    async keep(paths) {
      const input = paths.map(each => `${each}\0`).join('');
      const options = { index, workTree, input, timeoutMs: LONG_GIT_TIMEOUT_MS };
      await git.run(['update-index', '-z', '--add', '--remove', '--stdin'], options);
    },
  };
}

async function isFolder(folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => undefined);
  return found?.isDirectory() ?? false;
}
