import { appendFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Octokit } from 'octokit';
import { githubClient } from '#submission/github/api/client.ts';
import type { Repository } from '#submission/github/api/repository.ts';
import { withRetry } from '#submission/github/api/retry.ts';
import { isLoopbackHost } from '#verify/fetch/rules/host-rules.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The clock and the delays of a job. */
export const jobTime = { now: Date.now, sleep: (milliseconds: number) => sleep(milliseconds) };

/**
 * Creates a client for the repository of a workflow job, with the permissions of the job token. Reads GITHUB_REPOSITORY,
 * GITHUB_TOKEN, GITHUB_API_URL (default: GitHub), and BASE_BRANCH (default: `main`).
 * @throws RangeError naming a missing variable
 */
export function createJobRepository(environment: Environment): Repository {
  const token = requireVariable(environment, 'GITHUB_TOKEN');
  return createRepository(environment, githubClient({ apiUrl: environment.GITHUB_API_URL, credentials: { token } }));
}

/** Creates a client with the permissions of the submission app: APP_ID, APP_INSTALLATION_ID, APP_PRIVATE_KEY (PKCS #8). */
export function createAppRepository(environment: Environment): Repository {
  const credentials = {
    appId: Number(requireVariable(environment, 'APP_ID')),
    installationId: Number(requireVariable(environment, 'APP_INSTALLATION_ID')),
    privateKey: requireVariable(environment, 'APP_PRIVATE_KEY'),
  };
  return createRepository(environment, githubClient({ apiUrl: environment.GITHUB_API_URL, credentials }));
}

/** Returns the folder of the checked-out records: REGISTRY_DIR (default: `./registry`). */
export function getRegistryDir(environment: Environment): string {
  return environment.REGISTRY_DIR || './registry';
}

/** True if the GitHub API is on this machine, as in tests. */
export function isLocalGithub(environment: Environment): boolean {
  return isLoopbackHost(new URL(environment.GITHUB_API_URL || 'https://api.github.com').hostname);
}

function createRepository(environment: Environment, octokit: Octokit): Repository {
  const [owner = '', name = ''] = requireVariable(environment, 'GITHUB_REPOSITORY').split('/');
  return { octokit: withRetry(octokit, jobTime), owner, name, base: environment.BASE_BRANCH || 'main' };
}

/** @throws RangeError if the variable is not set */
export function requireVariable(environment: Environment, name: string): string {
  const value = environment[name];
  if (value) return value;
  throw new RangeError(`The environment variable ${name} is not set.`);
}

/** Parses the number of an issue or a pull request. */
export function requireNumber(environment: Environment, name: string): number {
  const value = requireVariable(environment, name);
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value);
  throw new RangeError(`${name} is "${value}", but must be the number of an issue or a pull request.`);
}

/** Adds Markdown to the summary of the job. Outside of a workflow, prints it. */
export async function writeSummary(environment: Environment, markdown: string): Promise<void> {
  if (environment.GITHUB_STEP_SUMMARY) await appendFile(environment.GITHUB_STEP_SUMMARY, `${markdown}\n`);
  else console.log(markdown);
}
