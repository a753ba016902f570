import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { parseOrigin } from '#listing/origin.ts';
import { startFakeGithub } from '#scripts/fake-github/fake-github.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import type * as Client from './api/client.ts';
import type * as GithubSubmissions from './github-submissions.ts';

type Door = typeof Client & typeof GithubSubmissions;

test('uses only web platform APIs and works in a bundle for Workers', async () => {
  const folder = await makeTemporaryFolder('door-');
  const github = await startFakeGithub({ files: [{ path: 'registry/taxonomy.json', content: '{}\n' }] });
  try {
    const outfile = path.join(folder, 'door.mjs');
    const files = ['api/client.ts', 'github-submissions.ts', 'review/record-draft.ts'];
    const { metafile } = await build({
      stdin: { contents: files.map(file => `export * from './${file}';`).join('\n'), resolveDir: import.meta.dirname },
      bundle: true,
      format: 'esm',
      platform: 'neutral',
      mainFields: ['module', 'main'],
      conditions: ['workerd', 'worker', 'browser'],
      metafile: true,
      outfile,
      logLevel: 'error',
    });
    const outside = Object.values(metafile.outputs).flatMap(({ imports }) => imports.filter(each => each.external));
    expect(outside).toEqual([]);

    const { githubClient, githubSubmissions }: Door = await import(pathToFileURL(outfile).href);
    const { id: appId, installation: installationId, privateKey } = github.app;
    const octokit = githubClient({ apiUrl: github.address, credentials: { appId, installationId, privateKey } });
    const repository = { octokit, owner: github.owner, name: github.name, base: 'main' };
    const door = githubSubmissions({ repository, draft: async () => '{}' });
    const result = parseOrigin('https://tides.example.org');
    if (!result.ok) throw new Error(result.error);
    await door.submit(result.value, {});
    expect(await door.status('gh-1')).toMatchObject({ status: 'pending' });
    expect(github.deviations).toEqual([]);
  } finally {
    await github.close();
    await removeFolder(folder);
  }
});
