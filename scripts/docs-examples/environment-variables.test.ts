import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

/** Variables that operators do not set, each with the program that sets it. */
const SET_BY_PROGRAMS: Readonly<Record<string, string>> = {
  ASSETS: 'a binding of the Worker',
  DB: 'a binding of the Worker',
  SESSIONS: 'a binding of the Worker',
  CLOUDFLARE_CF_FETCH_ENABLED: 'the smoke checks, for workerd',
  BUILD_CACHE_DIR: 'the build, for Astro',
  CARDS_FILE: 'the build, for Astro',
  REFERENCE_FILE: 'the build, for Astro',
  IS_SERVED: 'the build, for its render threads',
  RENDERED_FROM: 'the build, for its render threads',
  RENDERER: 'the build, for its render threads',
  TREE: 'the build, for its render threads',
  GITHUB_ACTIONS: 'the runner',
  GITHUB_STEP_SUMMARY: 'the runner',
  NODE_COMPILE_CACHE: 'Node',
  HOME: 'the operating system',
  LOCALAPPDATA: 'the operating system',
  PATH: 'the operating system',
  TERM: 'the operating system',
  USERPROFILE: 'the operating system',
  XDG_STATE_HOME: 'the operating system',
};

test('the guide, the workflows, or the help of the CLI name every environment variable that the code reads', async () => {
  const documented = await readAll([
    'src/site/docs/*.md',
    '.github/**/*.{md,yml}',
    'action/*.{md,yml}',
    'src/cli/terminal/help.ts',
  ]);
  const names = findVariables(
    await readAll(['{src,scripts}/**/*.ts'], /\.(test|fixture)\.ts$|^scripts\/(bench|fake-|resilience)/),
  );
  expect(names.size).toBeGreaterThan(40);
  const missing = [...names].filter(name => !new RegExp(`\\b${name}\\b`).test(documented) && !SET_BY_PROGRAMS[name]);
  expect(missing.sort()).toEqual([]);
});

test('the guide and the README of the workflows name every variable and secret of the repository', async () => {
  const workflows = await readAll(['.github/{workflows,actions}/**/*.yml']);
  const names = new Set(Array.from(workflows.matchAll(/\b(?:vars|secrets)\.([A-Z_]+)/g), ([, name = '']) => name));
  expect(names.size).toBeGreaterThan(20);
  const guide = await readAll(['src/site/docs/self-hosting.md']);
  const tables = [
    guide.slice(guide.indexOf('### 4. Variables and secrets'), guide.indexOf('### 5. Domains')),
    await readAll(['.github/workflows/README.md']),
  ];
  for (const table of tables)
    expect([...names].filter(name => !new RegExp(`\\b${name}\\b`).test(table)).sort()).toEqual([]);
});

/** Finds `process.env.NAME`, `environment.NAME`, and names that a pattern takes from an environment. */
function findVariables(code: string): ReadonlySet<string> {
  const members = code.matchAll(/\b(?:process\.env|environment)\.([A-Z][A-Z0-9_]*)\b/g);
  const patterns = code.matchAll(/\{([^{}]*)\}(?:: [\w[\]'.<>]*[eE]nvironment\b|\s=\s(?:process\.env|environment)\b)/g);
  const inPatterns = [...patterns].flatMap(([, list = '']) => list.match(/\b[A-Z][A-Z0-9_]+\b/g) ?? []);
  return new Set([...Array.from(members, ([, name = '']) => name), ...inPatterns]);
}

async function readAll(patterns: readonly string[], excluded?: RegExp): Promise<string> {
  const texts: string[] = [];
  for await (const file of glob(patterns, { cwd: root }))
    if (!excluded?.test(file)) texts.push(await readFile(path.join(root, file), 'utf8'));
  return texts.join('\n');
}
