import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { HELP, parseCommandLine } from './parse-args.ts';

const guide = await readFile('src/site/docs/self-hosting.md', 'utf8');

test('lists each command in the table of the guide with its exact syntax', () => {
  const rows = [...guide.matchAll(/^\| `(([\w-]+)[^`]*)` \| /gm)].filter(([, , verb = '']) =>
    new RegExp(`^  ${verb}\\b`, 'm').test(HELP),
  );
  expect(rows.map(([, , verb]) => verb)).toEqual([
    'refuse',
    'allow',
    'remove',
    'withdraw',
    'restore',
    'recheck',
    'explain',
    'review',
    'missing-searches',
  ]);
  for (const [, command = '', verb] of rows) {
    const [, subject = '', reason] = /^[\w-]+(?: (\S+))?(?: --reason "(.*)")?$/.exec(command) ?? [];
    const args = [
      verb ?? '',
      ...(subject === '' ? [] : [subject]),
      ...(reason === undefined ? [] : ['--reason', reason]),
    ];
    expect(parseCommandLine(args), command).toMatchObject({ verb, subject });
  }
});

test('names only existing commands in the guide', async () => {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as {
    scripts: Readonly<Record<string, string>>;
  };
  const named = [...guide.matchAll(/npm run (?:--silent )?([\w-]+)/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(name => !(name in scripts))).toEqual([]);
  const files = [...guide.matchAll(/(?:deploy|scripts)\/[\w-]+\.\w+/g)].map(([file]) => file);
  // Setup creates the settings of a deployment.
  expect(files.filter(file => file !== 'deploy/settings.json' && !existsSync(file))).toEqual([]);
});
