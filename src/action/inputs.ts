import * as core from '@actions/core';

/** The inputs of the action. `action.yml` has their descriptions and defaults. */
export interface Inputs {
  /** The path of the file from the root of the repository, with slashes. */
  readonly manifest: string;
  readonly failOnBreaking: boolean;
  readonly comment: boolean;
  readonly token: string;
}

/** @throws RangeError for an invalid input */
export function readInputs(): Inputs {
  const token = core.getInput('token');
  if (token === '') throw new RangeError('The input "token" is empty.');
  core.setSecret(token);
  return {
    manifest: parsePath(core.getInput('manifest')),
    failOnBreaking: readBoolean('fail-on-breaking'),
    comment: readBoolean('comment'),
    token,
  };
}

/** Normalizes a path that is valid in the workspace and in the repository. */
function parsePath(text: string): string {
  const parts = text.split('/').filter(part => part !== '.' && part !== '');
  const isValid = parts.length > 0 && !text.startsWith('/') && !parts.includes('..') && !/[\p{Cc}\\]/u.test(text);
  if (isValid) return parts.join('/');
  throw new RangeError('Invalid input "manifest". Use the path of a file from the root of the repository.');
}

function readBoolean(name: string): boolean {
  const value = core.getInput(name);
  if (value === 'true' || value === 'false') return value === 'true';
  throw new RangeError(`Invalid input "${name}": "${value}". Use "true" or "false".`);
}
