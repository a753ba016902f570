import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { COMMANDS } from '../commands.ts';
import { runCli } from '../terminal/terminal.fixture.ts';

test.each(['bash', 'zsh', 'fish'])('completes each command and option in %s', async shell => {
  const { status, out } = await runCli(['completion', shell]);
  expect(status).toBe(0);
  for (const { name, options } of COMMANDS) {
    expect(out).toContain(name);
    for (const option of Object.keys(options))
      expect(out).toContain(shell === 'fish' ? `-l ${option} ` : `--${option}`);
  }
  expect(out).toContain('weather');
});

test('rejects other shells', async () => {
  expect(await runCli(['completion', 'csh'])).toMatchObject({
    status: 2,
    error: expect.stringContaining('bash, zsh'),
  });
});

test.each([
  [['di'], 'diff'],
  [['help', 'va'], 'validate'],
  [['find', '--cat'], '--category'],
  [['find', '--category', 'wea'], 'weather'],
  [['completion', 'z'], 'zsh'],
  [['validate', '--w'], '--watch'],
  [['validate', 'man'], 'manifest.json'],
  [['init', '--from-openapi', 'man'], 'manifest.json'],
])('completes %j with %s in bash', async (words, expected) => {
  const folder = await makeTemporaryFolder('completion-');
  await writeFile(path.join(folder, 'manifest.json'), '');
  const { out: script } = await runCli(['completion', 'bash']);
  const line = ['api-manifest', ...words].map(word => `'${word}'`).join(' ');
  const ask = `compopt() { :; }; COMP_WORDS=(${line}); COMP_CWORD=${words.length}; _api_manifest; echo "\${COMPREPLY[*]}"`;
  const { stdout, status } = spawnSync('bash', ['-c', `${script}\n${ask}`], { cwd: folder, encoding: 'utf8' });
  await removeFolder(folder);
  expect({ status, completed: stdout.trim() }).toEqual({ status: 0, completed: expected });
});
