import { parseArgs } from 'node:util';
import { printable } from '#manifest/excerpt.ts';
import type { Checked } from './checked.ts';
import { checkedAddress } from './checked-address.ts';
import { checkedFile } from './checked-file.ts';
import { EXIT, type ExitStatus } from './exit-status.ts';
import { reportText } from './report-text.ts';
import type { Terminal } from './terminal.ts';

const USAGE = `validate <address|file> [--json] [--local]

Checks an API by its address, or a manifest in a file; - reads the manifest from standard input.
An address is checked live: its manifest is fetched and its endpoints are asked, with GET and HEAD, without credentials.

  --json   the report as JSON, as the registry gives it
  --local  allow an http address on this machine (implied by http://localhost and http://127.0.0.1)

Exit status: 0 passed, 1 failed or not decided, 2 could not run.
`;

/** Runs `validate`. Never rejects for what the arguments, the file or the address are. */
export async function validate(args: readonly string[], terminal: Terminal): Promise<ExitStatus> {
  const options = optionsIn(args);
  if ('refusal' in options) return impossible(`${options.refusal}\n\nusage: ${USAGE}`, terminal);
  if (options.help) {
    terminal.out(USAGE);
    return EXIT.passed;
  }
  const checked = await check(options, terminal);
  if ('refusal' in checked) return impossible(`${printable(checked.refusal)}\n`, terminal);
  const { report } = checked;
  terminal.out(options.json ? `${JSON.stringify(report, null, 2)}\n` : reportText(checked, terminal.colours));
  return report.passed ? EXIT.passed : EXIT.failed;
}

type Options = { readonly target: string; readonly json: boolean; readonly local: boolean; readonly help: boolean };

function optionsIn(args: readonly string[]): Options | { readonly refusal: string } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        json: { type: 'boolean', default: false },
        local: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    const [target] = positionals;
    if (values.help) return { ...values, target: '' };
    if (target === undefined || positionals.length > 1) return { refusal: 'Name one address or file.' };
    return { ...values, target };
  } catch (error) {
    if (error instanceof TypeError) return { refusal: printable(error.message) };
    throw error;
  }
}

function check({ target, local }: Options, terminal: Terminal): Promise<Checked> {
  const siteUrl = terminal.environment.SITE_URL || 'http://localhost:4321';
  return /^[a-z]+:\/\//i.test(target) ? checkedAddress(target, { local, siteUrl }) : checkedFile(target, terminal);
}

function impossible(message: string, terminal: Terminal): ExitStatus {
  terminal.error(message);
  return EXIT.impossible;
}
