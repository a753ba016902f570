import type { Git } from './git.ts';

/** How many files are read by one process: enough to make starting it cheap, few enough to bound memory. */
const AT_ONCE = 500;

/**
 * Reads files as a commit has them, in order.
 * @param paths from the top of the repository
 * @returns the content of each; undefined for one that the commit does not have
 */
export async function readFiles(git: Git, commit: string, paths: readonly string[]): Promise<(Buffer | undefined)[]> {
  const contents: (Buffer | undefined)[] = [];
  for (let start = 0; start < paths.length; start += AT_ONCE) {
    const names = paths.slice(start, start + AT_ONCE);
    const output = await git.run(['cat-file', '--batch'], { input: names.map(name => `${commit}:${name}\n`).join('') });
    contents.push(...split(output, names.length));
  }
  return contents;
}

/** A file is a line that ends in its length, its bytes, and a line's end; a missing one is a line that says so. */
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
