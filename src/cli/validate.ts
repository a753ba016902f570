import type { Checked } from './checked.ts';
import { checkedAddress } from './checked-address.ts';
import { checkedFile } from './checked-file.ts';
import { EXIT, type ExitStatus } from './exit-status.ts';
import { impossible } from './impossible.ts';
import type { Input } from './input.ts';
import { isAddress, siteUrl } from './place.ts';
import { reportText } from './report-text.ts';
import type { Terminal } from './terminal.ts';
import { addressTurns, fileTurns } from './turns.ts';

/** Checks the API at an address, or a manifest in a file; with `--watch` again and again. */
export async function validate(input: Input, terminal: Terminal): Promise<ExitStatus> {
  const [target = ''] = input.operands;
  if (!input.has('watch')) return checkOnce(target, input, terminal);
  if (target === '-') return impossible('Standard input cannot be watched; name a file or an address.', terminal);

  const turns = isAddress(target) ? addressTurns(target, terminal.stopped) : fileTurns(target, terminal.stopped);
  let status: ExitStatus = EXIT.impossible;
  for await (const turn of turns) {
    if (turn > 1) terminal.error(`\nChecked again at ${new Date().toLocaleTimeString('en-GB')}:\n`);
    status = await checkOnce(target, input, terminal);
  }
  return status;
}

async function checkOnce(target: string, input: Input, terminal: Terminal): Promise<ExitStatus> {
  const checked = await check(target, input.has('local'), terminal);
  if ('refusal' in checked) return impossible(checked.refusal, terminal);
  const { report } = checked;
  terminal.out(input.has('json') ? `${JSON.stringify(report, null, 2)}\n` : reportText(checked, terminal.colours));
  return report.passed ? EXIT.passed : EXIT.failed;
}

function check(target: string, local: boolean, terminal: Terminal): Promise<Checked> {
  return isAddress(target)
    ? checkedAddress(target, { local, siteUrl: siteUrl(terminal) })
    : checkedFile(target, terminal);
}
