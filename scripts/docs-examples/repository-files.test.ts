import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { LABELS } from '#setup/github/labels.ts';
import rootPackage from '../../package.json' with { type: 'json' };

const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFile(path.join(ROOT, file), 'utf8');

test('the pull request template names scripts and files that exist', async () => {
  const template = await read('.github/PULL_REQUEST_TEMPLATE.md');
  const scripts = Array.from(template.matchAll(/`npm (?:run )?([\w-]+)`/g), ([, name = '']) => name);
  expect(scripts.length).toBeGreaterThan(0);
  expect(Object.keys(rootPackage.scripts)).toEqual(expect.arrayContaining(scripts));
  expect(existsSync(path.join(ROOT, 'CHANGELOG.md'))).toBe(template.includes('CHANGELOG.md'));
  // It sends publishers to the issue form.
  expect(existsSync(path.join(ROOT, '.github/ISSUE_TEMPLATE/submit-api.yml'))).toBe(template.includes('issue form'));
});

const GUIDES = ['*.md', 'action/*.md', 'deploy/**/*.md', 'src/**/*.md', '.github/**/*.md', 'registry/*.md'];

/** Characters that open a quote, expand, or start another command. */
const SPECIAL = /['"`$;&|<>()*?[\]{}!~]/;

test('shell code has no comments that a terminal with zsh, the default of macOS, runs', async () => {
  let count = 0;
  for await (const guide of glob(GUIDES, { cwd: ROOT }))
    for (const [, code = ''] of (await read(guide)).matchAll(/^```(?:sh|bash|shell|console)\n(.*?)^```/gms)) {
      count++;
      for (const line of code.split('\n')) {
        // It takes a number sign and the words after it as arguments.
        expect(line, guide).not.toMatch(/\S\s+#\s/);
        if (line.startsWith('#')) expect(line, guide).not.toMatch(SPECIAL);
      }
    }
  expect(count).toBeGreaterThan(10);
});

test('the guides name constants in the files that define them', async () => {
  let count = 0;
  for await (const guide of glob(GUIDES, { cwd: ROOT }))
    for (const [, name = '', file = ''] of (await read(guide)).matchAll(
      /`([A-Z_]{3,})` in\s+`((?:src|scripts)\/[\w./-]+)`/g,
    )) {
      expect(await read(file), `${guide}: ${name}`).toMatch(new RegExp(`\\bexport const ${name}\\b`));
      count++;
    }
  expect(count).toBeGreaterThan(1);
});

test('CODEOWNERS has an owner for everything except records', async () => {
  const rules = (await read('.github/CODEOWNERS')).split('\n').filter(line => line !== '' && !line.startsWith('#'));
  expect(rules).toEqual([expect.stringMatching(/^\* @\S+$/), '/registry/listings/']);
  expect(existsSync(path.join(ROOT, 'registry/listings'))).toBe(true);
});

test('setup creates exactly the labels that the code uses', async () => {
  const sources = await Promise.all(
    [
      'src/submission/github/review/apply-review.ts',
      'scripts/workflows/alarm/alarm-issue.ts',
      'scripts/workflows/sweep/sweep-submissions.ts',
    ].map(read),
  );
  for (const { name } of LABELS) expect(sources.join('\n'), name).toContain(`'${name}'`);
  const used = sources.flatMap(text => [
    ...Array.from(text.matchAll(/\bLABELS? = '([\w-]+)'/g), ([, name]) => name),
    ...Array.from((/\bLABELS = \{([^}]*)\}/.exec(text)?.[1] ?? '').matchAll(/: '([\w-]+)'/g), ([, name]) => name),
  ]);
  expect([...new Set(used)].sort()).toEqual(LABELS.map(({ name }) => name).sort());
});
