import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Git, LONG_GIT_TIMEOUT_MS } from '../../git/git.ts';

/** A file of the seed that is not as it was when it was last brought in. */
export interface Candidate {
  /** From the seed's folder, e.g. `listings/ex/api.example.com.json`. */
  readonly path: string;
  /** The hash of its bytes then; undefined when it was not there. */
  readonly base: string | undefined;
}

/** What a registry's folder held when it was last brought in. */
export interface SeedIndex {
  candidates(): Promise<Candidate[]>;
  /** Notes that these files were brought in as they are now. */
  keep(paths: readonly string[]): Promise<void>;
}

const RECORD = /^listings\/[^/]+\/[^/]+\.json$/;

/**
 * An index of its own in the repository serves as that memory: git compares a hundred thousand files with it by their
 * times and sizes, in a fraction of a second. A folder that is not there says nothing, so nothing is removed for it. A memory
 * that is damaged is given up: then every file is compared anew.
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
