/**
 * Checks the language of documents, pages, messages, comments, test titles, and names against a short list of phrases
 * (`language/phrases.ts`), and that exported functions have a docstring. Prints one line for each problem. Exit status 1 if
 * there are any. Add files that must quote such a phrase to `language/exceptions.json`, with the reason.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { $ } from 'zx';
import { runScript } from '#cli/terminal/run-script.ts';
import exceptions from './language/exceptions.json' with { type: 'json' };
import { findMissingDocstrings, findOddNames, findOddPhrases } from './language/find-problems.ts';

await runScript(async () => {
  const root = path.resolve(import.meta.dirname, '../..');
  const { stdout } = await $({ quiet: true, cwd: root })`git ls-files -z`;
  const files = stdout
    .split('\0')
    .filter(file => /\.(?:md|ts|mjs|astro|ya?ml)$/.test(file))
    .filter(file => !Object.keys(exceptions).some(each => file.startsWith(each)));
  const problems = files.flatMap(file => {
    const source = readFileSync(path.join(root, file), 'utf8');
    return [...findOddPhrases(file, source), ...findOddNames(file, source), ...findMissingDocstrings(file, source)];
  });

  for (const problem of problems) console.error(problem);
  if (problems.length > 0)
    console.error(`${problems.length} problems. Odd phrases are in scripts/checks/language/phrases.ts.`);
  return problems.length > 0 ? 1 : 0;
});
