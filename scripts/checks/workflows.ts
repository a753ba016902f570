/**
 * Holds workflows and actions to the hardening of the standards, and runs actionlint and action-validator on them. Holds
 * Dependabot's configuration to a cooldown.
 *
 *   node scripts/checks/workflows.ts [FILE...]    those of .github/ and the action for publishers, unless some are named
 *
 * Prints `file:line: what is wrong`; exit status 1 when anything is.
 */
import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { findDependabotProblems } from './workflows/dependabot.ts';
import { stepsOf } from './workflows/jobs.ts';
import { type Linters, loadLinters } from './workflows/linters.ts';
import { findWorkflowProblems } from './workflows/rules.ts';
import { type WorkflowFile, type WorkflowProblem, workflowFile } from './workflows/workflow-file.ts';

const root = path.resolve(import.meta.dirname, '../..');
const named = process.argv.slice(2);
const files = named.length > 0 ? named : await allFiles();
const linters = await loadLinters();

for (const file of files.sort()) {
  const faults = faultsIn(file, await readFile(path.resolve(root, file), 'utf8'), linters);
  for (const { line, message } of faults.sort((a, b) => a.line - b.line)) console.error(`${file}:${line}: ${message}`);
  if (faults.length > 0) process.exitCode = 1;
}
if (files.length === 0) {
  console.error('There are no workflows to check.');
  process.exitCode = 1;
}

async function allFiles(): Promise<string[]> {
  const found: string[] = [];
  const places = ['.github/{workflows,actions}/**/*.{yml,yaml}', '.github/dependabot.yml', 'action/action.yml'];
  for await (const file of glob(places, { cwd: root })) found.push(file);
  return found;
}

function faultsIn(name: string, text: string, lint: Linters): WorkflowProblem[] {
  const file = workflowFile(name, text);
  if ('faults' in file) return [...file.faults];
  if (path.basename(name) === 'dependabot.yml') return findDependabotProblems(file);
  return [...findWorkflowProblems(file), ...missingScripts(file), ...lint(file, text)];
}

/** What a step runs has to be there. */
function missingScripts(file: WorkflowFile): WorkflowProblem[] {
  return stepsOf(file).flatMap(({ place, step }) =>
    Array.from(String(step.run ?? '').matchAll(/\b(?:scripts|\.ci)\/[\w./-]+/g), ([script]) => script)
      .filter(script => !existsSync(path.join(root, script)))
      .map(script => ({ line: file.lineOf([...place, 'run']), message: `There is no ${script}.` })),
  );
}
