import type { Input } from '../input.ts';
import { isUrl, siteUrl } from '../registry/urls.ts';
import { EXIT, type ExitStatus } from '../terminal/exit-status.ts';
import { failCommand } from '../terminal/fail-command.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { checkedFile } from './check-file.ts';
import type { CheckOutcome } from './check-outcome.ts';
import { checkedAddress } from './check-url.ts';
import { reportText } from './report-text.ts';
import { watchFile, watchUrl } from './watch.ts';

/** Checks the API at an address, or a manifest in a file; with `--watch` again and again. */
export async function validate(input: Input, terminal: Terminal): Promise<ExitStatus> {
  const [target = ''] = input.operands;
  if (!input.has('watch')) return checkOnce(target, input, terminal);
  if (target === '-') return failCommand('Standard input cannot be watched; name a file or an address.', terminal);

  const turns = isUrl(target) ? watchUrl(target, terminal.stopped) : watchFile(target, terminal.stopped);
  let status: ExitStatus = EXIT.impossible;
  for await (const turn of turns) {
    if (turn > 1) terminal.error(`\nChecked again at ${new Date().toLocaleTimeString('en-GB')}:\n`);
    status = await checkOnce(target, input, terminal);
  }
  return status;
}

async function checkOnce(target: string, input: Input, terminal: Terminal): Promise<ExitStatus> {
  const checked = await check(target, input.has('local'), terminal);
  if ('refusal' in checked) return failCommand(checked.refusal, terminal);
  const { report } = checked;
  terminal.out(input.has('json') ? `${JSON.stringify(report, null, 2)}\n` : reportText(checked, terminal.colours));
  return report.passed ? EXIT.passed : EXIT.failed;
}

function check(target: string, local: boolean, terminal: Terminal): Promise<CheckOutcome> {
  return isUrl(target) ? checkedAddress(target, { local, siteUrl: siteUrl(terminal) }) : checkedFile(target, terminal);
}
