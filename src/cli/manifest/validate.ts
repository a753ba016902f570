import { existsSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import type { Report, ReportFinding } from '#contract/report.ts';
import { failure, type Result, success } from '#manifest/result.ts';
import { printable } from '#manifest/text/excerpt.ts';
import type { Input } from '../input.ts';
import { getSiteUrl, isUrl } from '../registry/urls.ts';
import { EXIT, type ExitStatus } from '../terminal/exit-status.ts';
import { failCommand } from '../terminal/fail-command.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { checkManifestText } from './check-manifest-text.ts';
import type { CheckOutcome, SubjectReport } from './check-outcome.ts';
import { checkUrl } from './check-url.ts';
import { formatReport } from './format-report.ts';
import { readSource } from './text-source.ts';
import { watchFile, watchUrl } from './watch.ts';

/** Checks a manifest file, or an API by its URL. With `--watch`, checks it repeatedly. */
export async function validate(input: Input, terminal: Terminal): Promise<ExitStatus> {
  const [target = ''] = input.operands;
  if (!input.has('watch')) return checkAll(input, terminal);
  if (input.operands.length > 1 || isPattern(target))
    return failCommand('Cannot watch several files or a pattern. Pass one file or URL.', terminal);
  if (target === '-') return failCommand('Cannot watch standard input. Pass a file or a URL.', terminal);

  const runs = isUrl(target) ? watchUrl(target, terminal.signal) : watchFile(target, terminal.signal);
  let status: ExitStatus = EXIT.error;
  for await (const run of runs) {
    if (run > 1) terminal.error(`\nChecked again at ${new Date().toLocaleTimeString('en-GB')}:\n`);
    status = await checkAll(input, terminal);
  }
  return status;
}

/** Checks all targets. A target that cannot be checked ends the command after the others. */
async function checkAll(input: Input, terminal: Terminal): Promise<ExitStatus> {
  const targets = await expandTargets(input.operands);
  if (!targets.ok) return failCommand(targets.error, terminal);
  const outcomes: CheckOutcome[] = [];
  for (const target of targets.value) outcomes.push(await check(target, input, terminal));
  const checked = outcomes.flatMap(outcome => (outcome.ok ? [outcome.value] : []));
  const errors = outcomes.flatMap(outcome => (outcome.ok ? [] : [outcome.error]));
  if (errors.length > 0 && terminal.failsAsJson) return failCommand(errors.join('\n'), terminal);
  // The form of the output depends on the operands, not on the number of files that match a pattern.
  const isSingle = input.operands.length === 1 && !input.operands.some(isPattern);
  if (input.has('json')) terminal.out(`${JSON.stringify(toJson(checked, isSingle), null, 2)}\n`);
  else terminal.out(formatReports(checked, terminal.hasColors));
  for (const error of errors) failCommand(error, terminal);
  if (errors.length > 0) return EXIT.error;
  return checked.every(({ report }) => report.passed) ? EXIT.passed : EXIT.failed;
}

async function check(target: string, input: Input, terminal: Terminal): Promise<CheckOutcome> {
  return isUrl(target)
    ? checkUrl(target, { local: input.has('local'), siteUrl: getSiteUrl(terminal) })
    : checkFile(target, terminal);
}

/** Formats reports with an empty line between them and, for several, a summary that lists those that did not pass. */
function formatReports(checked: readonly SubjectReport[], hasColors: boolean): string {
  const reports = checked.map(each => formatReport(each, hasColors));
  if (checked.length < 2) return reports.join('');
  const open = checked.filter(({ report }) => !report.passed).map(({ subject }) => printable(subject));
  const summary = `${checked.length - open.length} of ${checked.length} passed.`;
  return [...reports, open.length === 0 ? `${summary}\n` : `${summary} Not passed: ${open.join(', ')}.\n`].join('\n');
}

/** Returns the report of a single operand as it is, and others as a list with their subjects. */
function toJson(checked: readonly SubjectReport[], isSingle: boolean): unknown {
  if (isSingle) return checked.map(withPositions)[0];
  return checked.map(each => ({ subject: each.subject, ...withPositions(each) }));
}

async function checkFile(file: string, terminal: Terminal): Promise<CheckOutcome> {
  const source = await readSource(file, terminal);
  return source.ok ? success(checkManifestText(source.value.bytes, source.value.name)) : source;
}

/** Returns the report with the line and column of each finding, if the text of the manifest is known. */
function withPositions({ report, findPosition }: SubjectReport): Report {
  const locate = (finding: ReportFinding): ReportFinding => {
    const position = finding.position ?? findPosition?.(finding.pointer);
    return position === undefined ? finding : { ...finding, position };
  };
  return {
    ...report,
    errors: report.errors.map(locate),
    checks: report.checks.map(check => (check.findings ? { ...check, findings: check.findings.map(locate) } : check)),
  };
}

/** Whether an operand is a pattern such as `apis/**\/*.json`. An existing file is not, whatever its name. */
function isPattern(target: string): boolean {
  return !isUrl(target) && /[*?[{]/.test(target) && !existsSync(target);
}

const MAX_FILES = 1000;

/** Replaces patterns with the files that match. Fails if a pattern matches none. */
async function expandTargets(targets: readonly string[]): Promise<Result<readonly string[], string>> {
  const expanded: string[] = [];
  for (const target of targets) {
    if (!isPattern(target)) {
      expanded.push(target);
      continue;
    }
    const files: string[] = [];
    for await (const file of glob(target, { exclude: path => path === 'node_modules' || path === '.git' }))
      files.push(file);
    if (files.length === 0) return failure(`No file matches ${target}.`);
    expanded.push(...files.sort());
  }
  const unique = [...new Set(expanded)];
  return unique.length > MAX_FILES ? failure(`Too many files. The maximum is ${MAX_FILES}.`) : success(unique);
}
