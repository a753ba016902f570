import { success } from '#manifest/result.ts';
import type { Input } from '../input.ts';
import { getSiteUrl, isUrl } from '../registry/urls.ts';
import { EXIT, type ExitStatus } from '../terminal/exit-status.ts';
import { failCommand } from '../terminal/fail-command.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { checkManifestText } from './check-manifest-text.ts';
import type { CheckOutcome } from './check-outcome.ts';
import { checkUrl } from './check-url.ts';
import { formatReport } from './format-report.ts';
import { readSource } from './text-source.ts';
import { watchFile, watchUrl } from './watch.ts';

/** Checks a manifest file, or an API by its URL. With `--watch`, checks it repeatedly. */
export async function validate(input: Input, terminal: Terminal): Promise<ExitStatus> {
  const [target = ''] = input.operands;
  if (!input.has('watch')) return checkOnce(target, input, terminal);
  if (target === '-') return failCommand('Cannot watch standard input. Pass a file or a URL.', terminal);

  const runs = isUrl(target) ? watchUrl(target, terminal.signal) : watchFile(target, terminal.signal);
  let status: ExitStatus = EXIT.error;
  for await (const run of runs) {
    if (run > 1) terminal.error(`\nChecked again at ${new Date().toLocaleTimeString('en-GB')}:\n`);
    status = await checkOnce(target, input, terminal);
  }
  return status;
}

async function checkOnce(target: string, input: Input, terminal: Terminal): Promise<ExitStatus> {
  const outcome = isUrl(target)
    ? await checkUrl(target, { local: input.has('local'), siteUrl: getSiteUrl(terminal) })
    : await checkFile(target, terminal);
  if (!outcome.ok) return failCommand(outcome.error, terminal);
  const { report } = outcome.value;
  terminal.out(
    input.has('json') ? `${JSON.stringify(report, null, 2)}\n` : formatReport(outcome.value, terminal.hasColors),
  );
  return report.passed ? EXIT.passed : EXIT.failed;
}

async function checkFile(file: string, terminal: Terminal): Promise<CheckOutcome> {
  const source = await readSource(file, terminal);
  return source.ok ? success(checkManifestText(source.value.bytes, source.value.name)) : source;
}
