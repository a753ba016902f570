import { suggestName } from '#manifest/closest-match.ts';
import { printable } from '#manifest/excerpt.ts';
import type { Command } from './command.ts';
import { COMMANDS } from './commands.ts';
import { parseInput } from './input.ts';
import { EXIT, type ExitStatus } from './terminal/exit-status.ts';
import { formatCommandHelp, formatOverview, PROGRAM } from './terminal/help.ts';
import { InterruptedError } from './terminal/interrupted-error.ts';
import { PromptCanceledError } from './terminal/prompts.ts';
import type { Terminal } from './terminal/terminal.ts';
import { VERSION } from './version.ts';

/** Runs the CLI. Invalid arguments, files, and URLs set the exit status; only bugs throw. */
export async function apiManifest(args: readonly string[], terminal: Terminal): Promise<ExitStatus> {
  const [name = 'help', ...rest] = args;
  if (name === '--version' || name === '-v') return print(`${VERSION}\n`, terminal);
  if (['help', '--help', '-h'].includes(name)) return printHelp(rest, terminal);
  const command = COMMANDS.find(each => each.name === name);
  return command ? runCommand(command, rest, terminal) : failUnknownCommand(name, terminal);
}

async function runCommand(command: Command, args: readonly string[], terminal: Terminal): Promise<ExitStatus> {
  const input = parseInput(args, command);
  if (!input.ok) {
    terminal.error(`${input.error}\nFor usage, run ${PROGRAM} help ${command.name}.\n`);
    return EXIT.error;
  }
  if (input.value.has('help')) return print(formatCommandHelp(command, terminal.hasColors), terminal);
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
    throw error;
  }
}

function printHelp([name]: readonly string[], terminal: Terminal): ExitStatus {
  if (name === undefined) return print(formatOverview(COMMANDS, terminal.hasColors), terminal);
  const command = COMMANDS.find(each => each.name === name);
  if (!command) return failUnknownCommand(name, terminal);
  return print(formatCommandHelp(command, terminal.hasColors), terminal);
}

function failUnknownCommand(name: string, terminal: Terminal): ExitStatus {
  const suggestion = suggestName(
    name,
    COMMANDS.map(each => each.name),
  );
  const hint =
    suggestion === undefined ? `To list the commands, run ${PROGRAM} help.` : `Did you mean ${PROGRAM} ${suggestion}?`;
  terminal.error(`Unknown command "${printable(name)}". ${hint}\n`);
  return EXIT.error;
}

function print(text: string, terminal: Terminal): ExitStatus {
  terminal.out(text);
  return EXIT.passed;
}
