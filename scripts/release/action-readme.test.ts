import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createActionReadme } from './action-readme.ts';

test('names the repository and the released version in the documentation of the action', async () => {
  const text = await readFile(path.join(import.meta.dirname, '../../action/README.md'), 'utf8');
  const readme = createActionReadme(text, 'acme/registry', '9.8.7');
  expect(readme).toContain('- uses: acme/registry@action-v9.8.7\n');
  expect(readme).not.toContain('OWNER/REPOSITORY');
  expect(new Set(readme.match(/action-v\d+\.\d+\.\d+/g))).toEqual(new Set(['action-v9.8.7']));
});
