import { appendFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Octokit } from 'octokit';
import { githubClient } from '#submission/github/api/client.ts';
import type { Repository } from '#submission/github/api/repository.ts';
import { withRetry } from '#submission/github/api/retry.ts';
import { isLoopbackHost } from '#verify/fetch/rules/host-rules.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The clock and the patience of a job. */
export const jobTime = { now: Date.now, sleep: (milliseconds: number) => sleep(milliseconds) };

/**
 * The repository that a workflow's job runs for, with the rights of the job's token: GITHUB_REPOSITORY, GITHUB_TOKEN,
 * and GITHUB_API_URL where it is not GitHub's own; BASE_BRANCH where it is not `main`.
 * @throws RangeError naming the variable that is missing
 */
export function jobRepository(environment: Environment): Repository {
  const token = required(environment, 'GITHUB_TOKEN');
  return repositoryFor(environment, githubClient({ apiUrl: environment.GITHUB_API_URL, credentials: { token } }));
}

/** The same repository, with the rights of the submission app: APP_ID, APP_INSTALLATION_ID, APP_PRIVATE_KEY (PKCS #8). */
export function appRepository(environment: Environment): Repository {
  const credentials = {
    appId: Number(required(environment, 'APP_ID')),
    installationId: Number(required(environment, 'APP_INSTALLATION_ID')),
    privateKey: required(environment, 'APP_PRIVATE_KEY'),
  };
  return repositoryFor(environment, githubClient({ apiUrl: environment.GITHUB_API_URL, credentials }));
}

/** The folder of the job's checkout that holds the records: REGISTRY_DIR, `./registry` unless set. */
export function jobRegistryDir(environment: Environment): string {
  return environment.REGISTRY_DIR || './registry';
}

/** Whether the forge is on this machine, as in tests. */
export function isLocalForge(environment: Environment): boolean {
  return isLoopbackHost(new URL(environment.GITHUB_API_URL || 'https://api.github.com').hostname);
}

function repositoryFor(environment: Environment, octokit: Octokit): Repository {
  const [owner = '', name = ''] = required(environment, 'GITHUB_REPOSITORY').split('/');
  return { octokit: withRetry(octokit, jobTime), owner, name, base: environment.BASE_BRANCH || 'main' };
}

/** @throws RangeError when the variable is not set */
export function required(environment: Environment, name: string): string {
  const value = environment[name];
  if (value) return value;
  throw new RangeError(`${name} is not set.`);
}

/** The number of an issue or a pull request. */
export function requiredNumber(environment: Environment, name: string): number {
  const value = required(environment, name);
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value);
  throw new RangeError(`${name} is "${value}", which is no number of an issue or a pull request.`);
}

/** Adds Markdown to the job's summary; elsewhere than in a workflow, prints it. */
export async function writeSummary(environment: Environment, markdown: string): Promise<void> {
  if (environment.GITHUB_STEP_SUMMARY) await appendFile(environment.GITHUB_STEP_SUMMARY, `${markdown}\n`);
  else console.log(markdown);
}
