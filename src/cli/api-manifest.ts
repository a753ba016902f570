import { printable } from '#manifest/excerpt.ts';
import { VERSION } from '#manifest/version.ts';
import type { Command } from './command.ts';
import { COMMANDS } from './commands.ts';
import { didYouMean } from './did-you-mean.ts';
import { parseInput } from './input.ts';
import { EXIT, type ExitStatus } from './terminal/exit-status.ts';
import { commandHelp, overview, PROGRAM } from './terminal/help.ts';
import { InterruptedError } from './terminal/interrupted-error.ts';
import { PromptCanceledError } from './terminal/prompts.ts';
import type { Terminal } from './terminal/terminal.ts';

/**
 * Runs the `api-manifest` command. Rejects for what should not happen, and for nothing that the arguments, files or
 * addresses may be.
 */
export async function apiManifest(args: readonly string[], terminal: Terminal): Promise<ExitStatus> {
  const [name = 'help', ...rest] = args;
  if (name === '--version' || name === '-v') return told(`${VERSION}\n`, terminal);
  if (['help', '--help', '-h'].includes(name)) return help(rest, terminal);
  const command = COMMANDS.find(each => each.name === name);
  return command ? run(command, rest, terminal) : noSuch(name, terminal);
}

async function run(command: Command, args: readonly string[], terminal: Terminal): Promise<ExitStatus> {
  const input = parseInput(args, command);
  if ('refusal' in input) {
    terminal.error(`${input.refusal}\n${PROGRAM} help ${command.name} tells how it is used.\n`);
    return EXIT.impossible;
  }
  if (input.has('help')) return told(commandHelp(command, terminal.colours), terminal);
  try {
    return await command.run(input, terminal);
  } catch (error) {
    if (error instanceof PromptCanceledError) {
      terminal.error('Nothing was written.\n');
      return EXIT.stopped;
    }
    if (error instanceof InterruptedError) {
      terminal.error('Stopped.\n');
      return EXIT.stopped;
    }
    throw error;
  }
}

function help([name]: readonly string[], terminal: Terminal): ExitStatus {
  if (name === undefined) return told(overview(COMMANDS, terminal.colours), terminal);
  const command = COMMANDS.find(each => each.name === name);
  return command ? told(commandHelp(command, terminal.colours), terminal) : noSuch(name, terminal);
}

function noSuch(name: string, terminal: Terminal): ExitStatus {
  const meant = didYouMean(
    name,
    COMMANDS.map(each => each.name),
  );
  const hint = meant === undefined ? `${PROGRAM} help lists them.` : `Did you mean ${PROGRAM} ${meant}?`;
  terminal.error(`There is no command "${printable(name)}". ${hint}\n`);
  return EXIT.impossible;
}

function told(text: string, terminal: Terminal): ExitStatus {
  terminal.out(text);
  return EXIT.passed;
}
