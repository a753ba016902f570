import * as core from '@actions/core';

/** What a publisher's workflow asks for; action.yml explains each, and has its default. */
export interface Inputs {
  /** The file's path from the root of the repository, with slashes. */
  readonly manifest: string;
  readonly failOnBreaking: boolean;
  readonly comment: boolean;
  readonly token: string;
}

/** @throws RangeError naming the input whose value is unusable */
export function readInputs(): Inputs {
  const token = core.getInput('token');
  if (token === '') throw new RangeError('The input "token" is empty.');
  core.setSecret(token);
  return {
    manifest: repositoryPath(core.getInput('manifest')),
    failOnBreaking: truth('fail-on-breaking'),
    comment: truth('comment'),
    token,
  };
}

/** A path that is the same in the workspace and in the repository. */
function repositoryPath(text: string): string {
  const parts = text.split('/').filter(part => part !== '.' && part !== '');
  const isSound = parts.length > 0 && !text.startsWith('/') && !parts.includes('..') && !/[\p{Cc}\\]/u.test(text);
  if (isSound) return parts.join('/');
  throw new RangeError('The input "manifest" has to be the path of a file, from the root of the repository.');
}

function truth(name: string): boolean {
  const value = core.getInput(name);
  if (value === 'true' || value === 'false') return value === 'true';
  throw new RangeError(`The input "${name}" is neither "true" nor "false".`);
}
