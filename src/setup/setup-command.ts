import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClackPrompts } from '#cli/terminal/clack-prompts.ts';
import { EXIT } from '#cli/terminal/exit-status.ts';
import { PromptCanceledError } from '#cli/terminal/prompts.ts';
import { createFolder } from '#store/create-folder.ts';
import { anonymousClient, githubClient } from '#submission/github/api/client.ts';
import { withRetry } from '#submission/github/api/retry.ts';
import { type DataLock, lockDataDirectory } from '#submission/local/data-lock.ts';
import { askSettings } from './ask-settings.ts';
import { wrangler } from './cloudflare/wrangler.ts';
import type { DeploymentSettings } from './deployment-settings.ts';
import { explainErrors } from './github/explain-errors.ts';
import { listSteps, type SetupContext } from './list-steps.ts';
import { runCommand } from './machine/run-command.ts';
import { createPrivateFiles } from './private-files.ts';
import { runDoctor } from './run-doctor.ts';
import { runSteps } from './run-steps.ts';
import { readSettings, SETTINGS_FILE, writeSettings } from './settings-file.ts';
import { SetupError, type Step } from './step.ts';

/** The root of the clone. */
const CLONE = path.resolve(import.meta.dirname, '../..');

export interface SetupOptions {
  readonly dryRun: boolean;
  /** A file with the settings, for use without a person. */
  readonly answers: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly log: (line: string) => void;
}

/**
 * Sets up a deployment. Every run continues where the last one stopped.
 * @returns the exit status: 0 complete, 1 something is left to do, 130 canceled
 */
export async function runSetup({ dryRun, answers, environment, log }: SetupOptions): Promise<number> {
  const previous = await readSettings(path.join(CLONE, SETTINGS_FILE));
  const settings = answers === undefined ? await ask(previous) : await readAnswers(answers);
  if (settings === undefined) {
    log('Canceled. Nothing has changed.');
    return EXIT.interrupted;
  }
  if (dryRun) log(`Would write ${SETTINGS_FILE}.`);
  const lock = dryRun ? undefined : await lockClone(getPrivateFolder(environment));
  try {
    if (!dryRun) await writeSettings(CLONE, settings);
    // With --answers in a terminal, a person can still confirm the GitHub App.
    const hasOperator = answers === undefined || process.stdin.isTTY;
    const context = await createContext(settings, environment, { log, openUrl: hasOperator ? log : undefined });
    const { done, changed, pending } = await runSteps(listSteps(context), { dryRun, log });
    log(`${done} already done, ${changed} changed, ${pending} left.`);
    if (pending > 0 && !dryRun) log('Complete the last step, then run npm run setup again.');
    return pending > 0 && !dryRun ? 1 : 0;
  } finally {
    await lock?.release();
  }
}

/**
 * Lets one setup run at a time in a clone. People with a clone each can run it at the same time.
 * @throws RangeError if another one runs
 */
async function lockClone(folder: string): Promise<DataLock> {
  createFolder(folder, { mode: 0o700 });
  return lockDataDirectory(folder, holder => `Another setup runs in this clone (${holder}). Wait until it ends.`);
}

function getPrivateFolder({ DATA_DIR }: SetupOptions['environment']): string {
  return path.join(path.resolve(CLONE, DATA_DIR || '.data'), 'setup');
}

type DoctorOptions = Pick<SetupOptions, 'environment' | 'log'>;

/**
 * Checks a deployment against the settings in `deploy/settings.json`.
 * @returns the exit status: 0 all checks passed, 1 otherwise
 */
export async function checkDeployment({ environment, log }: DoctorOptions): Promise<number> {
  const settings = await readSettings(path.join(CLONE, SETTINGS_FILE));
  if (settings === undefined) throw new SetupError(`${SETTINGS_FILE} does not exist. Run npm run setup.`);
  const problems = await runDoctor(
    listSteps(await createContext(settings, environment, { log, openUrl: undefined })),
    log,
  );
  return problems === 0 ? 0 : 1;
}

/**
 * Checks the settings of the repository that the token of a workflow job can read: its labels, environments, rules, and
 * workflows. Does nothing in a clone that setup has not configured.
 * @returns the number of problems
 */
export async function checkRepository({ environment, log }: DoctorOptions): Promise<number> {
  const settings = await readSettings(path.join(CLONE, SETTINGS_FILE));
  if (settings?.platform !== 'github') return 0;
  return runDoctor(listJobSteps(await createContext(settings, environment, { log, openUrl: undefined })), log);
}

/** Returns the steps that the token of a workflow job can inspect. */
export function listJobSteps(context: SetupContext): readonly Step[] {
  const readable = ['labels', 'environments', 'rulesets', 'blocking-rules', 'workflows'];
  return listSteps(context).filter(({ id }) => readable.includes(id));
}

/** Returns undefined if the operator cancels, such as with Ctrl-C. */
async function ask(previous: DeploymentSettings | undefined): Promise<DeploymentSettings | undefined> {
  if (!process.stdin.isTTY)
    throw new SetupError('There is no terminal to ask questions. Run npm run setup -- --answers FILE.');
  return askSettings(createClackPrompts(), previous).catch((error: unknown) => {
    if (error instanceof PromptCanceledError) return undefined;
    throw error;
  });
}

async function readAnswers(file: string): Promise<DeploymentSettings> {
  const settings = await readSettings(path.resolve(file));
  if (settings === undefined) throw new SetupError(`${file} does not exist. Check the path.`);
  return settings;
}

interface Output extends Pick<SetupOptions, 'log'> {
  /** Shows a URL to open. Undefined if no operator is present. */
  readonly openUrl: SetupOptions['log'] | undefined;
}

async function createContext(
  settings: DeploymentSettings,
  environment: SetupOptions['environment'],
  { log, openUrl }: Output,
): Promise<SetupContext> {
  const apiUrl = environment.GITHUB_API_URL || undefined;
  const token = environment.GITHUB_TOKEN || (settings.platform === 'github' ? await readGhToken() : undefined);
  if (settings.platform === 'github' && token === undefined)
    throw new SetupError('Set GITHUB_TOKEN to a token that can administer the repository, or run gh auth login.');
  const time = { now: Date.now, sleep: (milliseconds: number) => sleep(milliseconds) };
  const waitForLimit = (milliseconds: number) => {
    log(`      Waiting ${Math.ceil(milliseconds / 1000)} seconds for GitHub …`);
    return sleep(milliseconds);
  };
  return {
    ...time,
    settings,
    report: log,
    octokit: explainErrors(
      withRetry(githubClient({ apiUrl, credentials: { token: token ?? '' } }), { ...time, sleep: waitForLimit }),
    ),
    publicClient: withRetry(anonymousClient({ apiUrl }), { ...time, sleep: waitForLimit }),
    githubUrl: environment.GITHUB_SERVER_URL || 'https://github.com',
    files: createPrivateFiles(getPrivateFolder(environment)),
    existingApp: readExistingApp(environment),
    openUrl: openUrl && ((url, purpose) => openUrl(`      Open ${url} to ${purpose}.`)),
    signal: AbortSignal.timeout(60 * 60_000),
    clone: CLONE,
    root: environment.SETUP_ROOT || '/',
    run: runCommand,
    wrangler,
    fetch: globalThis.fetch,
    cloudflareTokens: {
      production: environment.CLOUDFLARE_API_TOKEN || undefined,
      preview: environment.CLOUDFLARE_PREVIEW_API_TOKEN || undefined,
    },
  };
}

/** Returns the App in the environment, if both variables are set. */
function readExistingApp({ SUBMISSION_APP_ID, SUBMISSION_APP_PRIVATE_KEY }: SetupOptions['environment']) {
  if (!SUBMISSION_APP_ID || !SUBMISSION_APP_PRIVATE_KEY) return undefined;
  return { id: SUBMISSION_APP_ID, privateKey: SUBMISSION_APP_PRIVATE_KEY };
}

/** Returns the token of the GitHub CLI, if it is installed and logged in. */
async function readGhToken(): Promise<string | undefined> {
  const { ok, output } = await runCommand('gh', ['auth', 'token']);
  return ok ? output.trim() || undefined : undefined;
}
