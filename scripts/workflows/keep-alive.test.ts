import { expect, test } from 'vitest';
import { startFakeGithub } from '../fake-github/fake-github.ts';
import { runStep } from '../fake-github/job.ts';
import { createError } from '../fake-github/reply.ts';

test('enables the other workflows if one fails, and fails', async () => {
  const github = await startFakeGithub({ files: [{ path: 'README.md', content: 'A registry.' }] });
  try {
    const { workflows } = github.state.settings;
    workflows.clear();
    workflows.set('former.yml', 'active').set('sweep.yml', 'disabled_inactivity');
    const operation = 'PUT /repos/{owner}/{repo}/actions/workflows/{workflow_id}/enable';
    github.injections.add({ operation, reply: createError(404, 'Not Found') });
    const token = github.jobToken({ actions: 'write' });
    const step = await runStep(github, ['scripts/workflows/keep-alive.ts'], { GITHUB_TOKEN: token });
    expect(step).toMatchObject({ code: 1, output: expect.stringContaining('former.yml (status 404)') });
    expect(step.output).toContain('Enabled 1 workflows.');
    expect(workflows.get('sweep.yml')).toBe('active');
  } finally {
    await github.close();
  }
});

test('enables workflows that GitHub disabled for inactivity, and no others', async () => {
  const github = await startFakeGithub({ files: [{ path: 'README.md', content: 'A registry.' }] });
  try {
    const { workflows } = github.state.settings;
    workflows.set('watch.yml', 'active').set('sweep.yml', 'disabled_inactivity').set('ci.yml', 'disabled_manually');
    const token = github.jobToken({ actions: 'write' });
    const step = await runStep(github, ['scripts/workflows/keep-alive.ts'], { GITHUB_TOKEN: token });
    expect(step).toMatchObject({ code: 0, output: 'Enabled 2 workflows.\n' });
    expect([...workflows.values()]).toEqual(['active', 'active', 'disabled_manually']);
    // A call for an active workflow, too: it restarts the 60 days.
    expect(github.log.filter(operation => operation.startsWith('PUT'))).toHaveLength(2);
    expect(github.deviations).toEqual([]);
  } finally {
    await github.close();
  }
});
