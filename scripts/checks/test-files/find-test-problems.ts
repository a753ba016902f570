/** Code that makes tests or benchmarks fail at random, and what to write instead. */
const RULES: readonly (readonly [pattern: RegExp, advice: string])[] = [
  [
    /\brm(?:Sync)?\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\brecursive: true/g,
    'Remove folders with removeFolder of #store/temporary-folder.fixture.ts: an ending process may still write into them.',
  ],
  [
    /\bmkdtemp(?:Sync)?\(\s*path\.join\(\s*(?:os\.)?tmpdir\(\)/g,
    'Create folders with makeTemporaryFolder of #store/temporary-folder.fixture.ts.',
  ],
  [/\bpreserveTimestamps\b/g, 'Write the files again: the times of copies often differ in their last digits.'],
];

/** Returns one line for each place of a file with code that makes tests or benchmarks fail at random. */
export function findTestProblems(file: string, source: string): string[] {
  return RULES.flatMap(([pattern, advice]) =>
    Array.from(source.matchAll(pattern), ({ index }) => `${file}:${lineOf(source, index)}: ${advice}`),
  );
}

function lineOf(source: string, index: number): number {
  return source.slice(0, index).split('\n').length;
}
