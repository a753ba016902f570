import type { Git } from './git.ts';

/**
 * The number of files that one process reads: high enough to amortize the start of the process, low enough to bound
 * memory.
 */
const BATCH_SIZE = 500;

/**
 * Reads files of a commit, in order.
 *
 * @param paths from the root of the repository
 * @returns the content of each file, or undefined if the commit does not have it
 */
export async function readFiles(git: Git, commit: string, paths: readonly string[]): Promise<(Buffer | undefined)[]> {
  const contents: (Buffer | undefined)[] = [];
  for (let start = 0; start < paths.length; start += BATCH_SIZE) {
    const names = paths.slice(start, start + BATCH_SIZE);
    const output = await git.run(['cat-file', '--batch'], { input: names.map(name => `${commit}:${name}\n`).join('') });
    contents.push(...split(output, names.length));
  }
  return contents;
}

/**
 * For each file, git prints a line that ends with the size, then the content and a line break. For a missing file, it
 * prints one line.
 */
function split(output: Buffer, count: number): (Buffer | undefined)[] {
  let at = 0;
  return Array.from({ length: count }, () => {
    const end = output.indexOf('\n', at);
    const [, length] = / blob (\d+)$/.exec(output.toString('utf8', at, end)) ?? [];
    at = end + 1;
    if (length === undefined) return undefined;
    const content = output.subarray(at, at + Number(length));
    at += content.length + 1;
    return content;
  });
}
