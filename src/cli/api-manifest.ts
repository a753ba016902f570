import { suggestName } from '#manifest/text/closest-match.ts';
import { printable } from '#manifest/text/excerpt.ts';
import { VERSION } from '#manifest/version.ts';
import type { Command } from './command.ts';
import { COMMANDS } from './commands.ts';
import { parseInput } from './input.ts';
import { EXIT, type ExitStatus } from './terminal/exit-status.ts';
import { failCommand } from './terminal/fail-command.ts';
import { formatCommandHelp, formatOverview, PROGRAM } from './terminal/help.ts';
import { InterruptedError } from './terminal/interrupted-error.ts';
import { PromptCanceledError } from './terminal/prompts.ts';
import { formatError, isSystemError } from './terminal/run-script.ts';
import type { Terminal } from './terminal/terminal.ts';

/** Runs the CLI. Invalid arguments, files, and URLs, and errors of the operating system set the exit status; only bugs throw. */
export async function apiManifest(args: readonly string[], terminal: Terminal): Promise<ExitStatus> {
  const [name = 'help', ...rest] = args;
  if (name === '--version' || name === '-v') return print(`${VERSION}\n`, terminal);
  if (['help', '--help', '-h'].includes(name)) return printHelp(rest, terminal);
  const command = COMMANDS.find(each => each.name === name);
  const failing = rest.includes('--json') ? withJsonErrors(terminal) : terminal;
  return command ? runCommand(command, rest, failing) : failUnknownCommand(name, failing);
}

/** Keeps the getters of the terminal, because reading the signal changes the effect of Ctrl-C. */
function withJsonErrors(terminal: Terminal): Terminal {
  return Object.create(terminal, { failsAsJson: { value: true } });
}

async function runCommand(command: Command, args: readonly string[], terminal: Terminal): Promise<ExitStatus> {
  const input = parseInput(args, command);
  if (!input.ok) {
    return failCommand(`${input.error}\nFor usage, run ${PROGRAM} help ${command.name}.`, terminal);
  }
  if (input.value.has('help')) return print(formatCommandHelp(command, terminal.hasColors, terminal.columns), terminal);
  try {
    return await command.run(input.value, terminal);
  } catch (error) {
    if (error instanceof PromptCanceledError) {
      terminal.error('Canceled. No file was written.\n');
      return EXIT.interrupted;
    }
    if (error instanceof InterruptedError) {
      terminal.error('Interrupted.\n');
      return EXIT.interrupted;
    }
    if (isSystemError(error)) return failCommand(formatError(error), terminal);
    throw error;
  }
}

function printHelp([name]: readonly string[], terminal: Terminal): ExitStatus {
  if (name === undefined) return print(formatOverview(COMMANDS, terminal.hasColors, terminal.columns), terminal);
  const command = COMMANDS.find(each => each.name === name);
  if (!command) return failUnknownCommand(name, terminal);
  return print(formatCommandHelp(command, terminal.hasColors, terminal.columns), terminal);
}

function failUnknownCommand(name: string, terminal: Terminal): ExitStatus {
  const suggestion = suggestName(
    name,
    COMMANDS.map(each => each.name),
  );
  const hint =
    suggestion === undefined ? `To list the commands, run ${PROGRAM} help.` : `Did you mean ${PROGRAM} ${suggestion}?`;
  return failCommand(`Unknown command "${printable(name)}". ${hint}`, terminal);
}

function print(text: string, terminal: Terminal): ExitStatus {
  terminal.out(text);
  return EXIT.passed;
}
