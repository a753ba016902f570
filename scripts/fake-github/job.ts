import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FakeGithub } from './fake-github.ts';

/** How a step of a workflow's job ended. */
export interface StepResult {
  readonly code: number | null;
  /** What it printed, annotations included. */
  readonly output: string;
  readonly summary: string;
  /** What it wrote to GITHUB_OUTPUT. */
  readonly outputs: string;
}

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Runs a script as a step of a workflow's job: with the environment that Actions gives it, and nothing else. */
export async function runStep(
  github: FakeGithub,
  command: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<StepResult> {
  const folder = await mkdtemp(path.join(tmpdir(), 'step-'));
  const files = { GITHUB_STEP_SUMMARY: path.join(folder, 'summary'), GITHUB_OUTPUT: path.join(folder, 'output') };
  try {
    const env = {
      PATH: process.env.PATH,
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_API_URL: github.address,
      GITHUB_REPOSITORY: `${github.owner}/${github.name}`,
      ...files,
      ...environment,
    };
    // Actions makes both files before a step begins.
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
    await rm(folder, { recursive: true, force: true });
  }
}
