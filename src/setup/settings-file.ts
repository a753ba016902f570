import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { formatError } from '#cli/terminal/run-script.ts';
import { type DeploymentSettings, parseDeploymentSettings, type SettingsError } from './deployment-settings.ts';
import { SetupError } from './step.ts';

/** The file with the settings of a deployment, relative to the root of the clone. */
export const SETTINGS_FILE = 'deploy/settings.json';

/**
 * Reads settings from a file.
 * @returns undefined if the file does not exist
 * @throws SetupError that lists every invalid member, or that the file cannot be read
 */
export async function readSettings(file: string): Promise<DeploymentSettings | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new SetupError(`Cannot read ${file}: ${formatError(error)}`, { cause: error });
  });
  if (text === undefined) return undefined;
  const result = parseDeploymentSettings(parse(file, text));
  if (result.ok) return result.value;
  throw createSettingsError(`${file} has`, result.error);
}

/** Returns the error that lists every invalid setting. `subject` starts its first line, such as `settings.json has`. */
export function createSettingsError(subject: string, errors: readonly SettingsError[]): SetupError {
  const lines = errors.map(({ member, message }) => `  ${member || 'the file'}: ${message}`);
  return new SetupError([`${subject} invalid settings:`, ...lines].join('\n'));
}

/** Replaces the settings file in one step, so that an interrupted run leaves the old or the new file. */
export async function writeSettings(root: string, settings: DeploymentSettings): Promise<void> {
  const file = path.join(root, SETTINGS_FILE);
  await writeFile(`${file}.new`, formatSettings(settings));
  await rename(`${file}.new`, file);
}

/** Formats settings as JSON, as people edit them. */
function formatSettings(settings: DeploymentSettings): string {
  return `${JSON.stringify(settings, null, 2)}\n`;
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new SetupError(
      `${file} is not valid JSON. Fix or delete it. ${error instanceof Error ? error.message : error}.`,
    );
  }
}
