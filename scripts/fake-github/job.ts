import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { BARE_ENVIRONMENT } from '#store/processes/environment.fixture.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import type { FakeGithub } from './fake-github.ts';

/** The result of a step of a workflow job. */
export interface StepResult {
  readonly code: number | null;
  /** The log, with annotations. */
  readonly output: string;
  readonly summary: string;
  /** The content of GITHUB_OUTPUT. */
  readonly outputs: string;
}

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Runs a script as a step of a workflow job, with only the environment that GitHub Actions provides. */
export async function runStep(
  github: FakeGithub,
  command: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<StepResult> {
  const folder = await makeTemporaryFolder('step-');
  const files = { GITHUB_STEP_SUMMARY: path.join(folder, 'summary'), GITHUB_OUTPUT: path.join(folder, 'output') };
  try {
    const env = {
      ...BARE_ENVIRONMENT,
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_API_URL: github.address,
      GITHUB_SERVER_URL: github.address,
      GITHUB_REPOSITORY: `${github.owner}/${github.name}`,
      ...files,
      ...environment,
    };
    // GitHub Actions creates both files before each step.
    await Promise.all(Object.values(files).map(file => writeFile(file, '')));
    const child = spawn(process.execPath, [...command], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk));
    const code = await new Promise<number | null>((resolve, reject) =>
      child.once('error', reject).once('close', resolve),
    );
    const [summary, outputs] = await Promise.all(Object.values(files).map(file => readFile(file, 'utf8')));
    return { code, output, summary: summary ?? '', outputs: outputs ?? '' };
  } finally {
    await removeFolder(folder);
  }
}
