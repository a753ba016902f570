import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';

const FOLDER = '.github/workflows';

/** Workflows without an alarm, with the reason. */
const WITHOUT_ALARM = ['Alarm', 'Preview build'];

test('every workflow raises an alarm, except Alarm itself and builds of untrusted code', async () => {
  const files = (await readdir(FOLDER)).filter(file => file.endsWith('.yml'));
  const names = await Promise.all(
    files.map(async file => /^name: (.+)$/m.exec(await readFile(path.join(FOLDER, file), 'utf8'))?.[1] ?? file),
  );
  const alarm = await readFile(path.join(FOLDER, 'alarm.yml'), 'utf8');
  const covered =
    /workflows:\s*\[([^\]]+)\]/
      .exec(alarm)?.[1]
      ?.split(',')
      .map(name => name.trim()) ?? [];
  expect([...covered, ...WITHOUT_ALARM].sort()).toEqual(names.sort());
});

test('a pull request from a fork never starts a deployment', async () => {
  const deploy = await readFile(path.join(FOLDER, 'deploy.yml'), 'utf8');
  expect(deploy).toContain('github.event.workflow_run.head_repository.full_name == github.repository');
});

test('the key of the App is only in jobs with the environment that restricts it to main', async () => {
  for (const file of await readdir(FOLDER)) {
    const text = await readFile(path.join(FOLDER, file), 'utf8');
    if (text.includes('secrets.SUBMISSION_APP_PRIVATE_KEY')) expect(text, file).toContain('environment: submissions');
  }
});
