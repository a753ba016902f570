/**
 * Checks workflows and actions against our security rules, actionlint, and action-validator. Checks that Dependabot has a
 * cooldown.
 *
 *   node scripts/checks/workflows.ts [FILE …]    default: the files in .github/ and the action for publishers
 *
 * Prints `file:line: problem` for each problem. Exit status 1 if there are any.
 */
import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { findDependabotProblems } from './workflows/dependabot.ts';
import { listSteps } from './workflows/jobs.ts';
import { type Linters, loadLinters } from './workflows/linters.ts';
import { findWorkflowProblems } from './workflows/rules.ts';
import { parseWorkflowFile, type WorkflowFile, type WorkflowProblem } from './workflows/workflow-file.ts';

const root = path.resolve(import.meta.dirname, '../..');
const args = process.argv.slice(2);
const files = args.length > 0 ? args : await allFiles();
const linters = await loadLinters();

for (const file of files.sort()) {
  const problems = findProblems(file, await readFile(path.resolve(root, file), 'utf8'), linters);
  for (const { line, message } of problems.sort((a, b) => a.line - b.line))
    console.error(`${file}:${line}: ${message}`);
  if (problems.length > 0) process.exitCode = 1;
}
if (files.length === 0) {
  console.error('No workflows found.');
  process.exitCode = 1;
}

async function allFiles(): Promise<string[]> {
  const found: string[] = [];
  const places = ['.github/{workflows,actions}/**/*.{yml,yaml}', '.github/dependabot.yml', 'action/action.yml'];
  for await (const file of glob(places, { cwd: root })) found.push(file);
  return found;
}

function findProblems(name: string, text: string, lint: Linters): WorkflowProblem[] {
  const file = parseWorkflowFile(name, text);
  if ('problems' in file) return [...file.problems];
  if (path.basename(name) === 'dependabot.yml') return findDependabotProblems(file);
  return [...findWorkflowProblems(file), ...findMissingScripts(file), ...lint(file, text)];
}

/** Finds steps that run a missing script. */
function findMissingScripts(file: WorkflowFile): WorkflowProblem[] {
  return listSteps(file).flatMap(({ place, step }) =>
    Array.from(String(step.run ?? '').matchAll(/\b(?:scripts|\.ci)\/[\w./-]+/g), ([script]) => script)
      .filter(script => !existsSync(path.join(root, script)))
      .map(script => ({ line: file.lineOf([...place, 'run']), message: `${script} does not exist.` })),
  );
}
