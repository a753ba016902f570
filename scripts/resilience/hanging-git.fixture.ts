import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';

/** A `git` wrapper on the PATH of this process that can make commands hang. */
export interface HangingGit {
  /** Makes a command hang before or after its work, once or always. */
  hang(command: string, when: 'before' | 'after', isOnce: boolean): Promise<void>;
  recover(): Promise<void>;
  /** The hanging processes that are still running. */
  running(): Promise<number[]>;
  remove(): Promise<void>;
}

export async function hangingGit(): Promise<HangingGit> {
  const folder = await makeTemporaryFolder('hanging-git-');
  const real = execFileSync('sh', ['-c', 'command -v git']).toString().trim();
  const { PATH } = process.env;
  const [hangs, pids] = [path.join(folder, 'hangs'), path.join(folder, 'pids')];
  for (const each of [hangs, pids]) await mkdir(each);
  // Its child process keeps the output open, like a helper program of git.
  const script = `#!/bin/sh
hang() {
  [ "$(cat "$1")" = once ] && rm -f "$1"
  sleep 600 &
  touch "${pids}/$$" "${pids}/$!"
  wait
}
for word; do
  if [ -e "${hangs}/before-$word" ]; then hang "${hangs}/before-$word"; fi
  if [ -e "${hangs}/after-$word" ]; then "${real}" "$@"; hang "${hangs}/after-$word"; fi
done
exec "${real}" "$@"
`;
  const bin = path.join(folder, 'bin');
  await mkdir(bin);
  await writeFile(path.join(bin, 'git'), script);
  await chmod(path.join(bin, 'git'), 0o755);
  process.env.PATH = `${bin}${path.delimiter}${PATH}`;
  const recover = () => removeFolder(hangs).then(() => mkdir(hangs));
  const running = async () => (await readdir(pids)).map(Number).filter(isRunning);
  return {
    async hang(command, when, isOnce) {
      await writeFile(path.join(hangs, `${when}-${command}`), isOnce ? 'once' : 'always');
    },
    recover: async () => void (await recover()),
    running,
    async remove() {
      process.env.PATH = PATH;
      for (const pid of await running()) process.kill(pid, 'SIGKILL');
      await removeFolder(folder);
    },
  };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
