import { appendFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Octokit } from 'octokit';
import type { Remote } from '#submission/git/fetch-branch.ts';
import type { AppCredentials } from '#submission/github/api/app-token.ts';
import { githubClient } from '#submission/github/api/client.ts';
import type { Repository } from '#submission/github/api/repository.ts';
import { withRetry } from '#submission/github/api/retry.ts';

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

/**
 * Creates a client for reviews. With APP_TOKEN, it uses the rate limit of the submission App, which is larger than that
 * of the job token.
 */
export function createReviewRepository(environment: Environment): Repository {
  const token = environment.APP_TOKEN || requireVariable(environment, 'GITHUB_TOKEN');
  return createRepository(environment, githubClient({ apiUrl: environment.GITHUB_API_URL, credentials: { token } }));
}

/** Creates a client with the job token that fails at a rate limit instead of waiting for it. */
export function createUnwaitingRepository(environment: Environment): Repository {
  const token = requireVariable(environment, 'GITHUB_TOKEN');
  return toRepository(environment, githubClient({ apiUrl: environment.GITHUB_API_URL, credentials: { token } }));
}

/**
 * Returns the repository for git, with the job token: pushes with it start no workflows. Reads GITHUB_SERVER_URL
 * (default: GitHub).
 */
export function getJobRemote(environment: Environment): Remote {
  const credentials = Buffer.from(`x-access-token:${requireVariable(environment, 'GITHUB_TOKEN')}`).toString('base64');
  const server = environment.GITHUB_SERVER_URL || 'https://github.com';
  const url = `${server}/${requireVariable(environment, 'GITHUB_REPOSITORY')}.git`;
  return { url, authorization: `Basic ${credentials}` };
}

/** Creates a client with the permissions of the submission app: APP_ID, APP_INSTALLATION_ID, APP_PRIVATE_KEY (PKCS #8). */
export function createAppRepository(environment: Environment): Repository {
  const credentials = getAppCredentials(environment);
  return createRepository(environment, githubClient({ apiUrl: environment.GITHUB_API_URL, credentials }));
}

/** Returns the credentials of the submission App: APP_ID, APP_INSTALLATION_ID, and APP_PRIVATE_KEY. */
export function getAppCredentials(environment: Environment): AppCredentials {
  return {
    appId: Number(requireVariable(environment, 'APP_ID')),
    installationId: Number(requireVariable(environment, 'APP_INSTALLATION_ID')),
    privateKey: requireVariable(environment, 'APP_PRIVATE_KEY'),
  };
}

/** Returns the folder of the checked-out records: REGISTRY_DIR (default: `./registry`). */
export function getRegistryDir(environment: Environment): string {
  return environment.REGISTRY_DIR || './registry';
}

function createRepository(environment: Environment, octokit: Octokit): Repository {
  return toRepository(environment, withRetry(octokit, jobTime));
}

function toRepository(environment: Environment, octokit: Octokit): Repository {
  const [owner = '', name = ''] = requireVariable(environment, 'GITHUB_REPOSITORY').split('/');
  return { octokit, owner, name, base: environment.BASE_BRANCH || 'main' };
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
