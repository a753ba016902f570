import { COMMON_OPTIONS, type Command, type Option } from '../command.ts';
import { PROGRAM } from '../terminal/help.ts';

/** Returns a script for fish that completes commands, options, and values. */
export function createFishCompletion(commands: readonly Command[]): string {
  const names = commands.map(({ name }) => name).join(' ');
  const none = `not __fish_seen_subcommand_from help ${names}`;
  return [
    `# Completion of ${PROGRAM} for fish: ${PROGRAM} completion fish | source`,
    `complete -c ${PROGRAM} -f`,
    `complete -c ${PROGRAM} -n ${quote(none)} -a help -d 'show the help of a command'`,
    `complete -c ${PROGRAM} -n '__fish_seen_subcommand_from help' -a ${quote(names)}`,
    ...commands.map(({ name, summary }) => `complete -c ${PROGRAM} -n ${quote(none)} -a ${name} -d ${quote(summary)}`),
    ...commands.flatMap(formatCommand),
    '',
  ].join('\n');
}

function formatCommand({ name, options, operands }: Command): string[] {
  const when = `complete -c ${PROGRAM} -n ${quote(`__fish_seen_subcommand_from ${name}`)}`;
  const completions = operands.at(-1)?.completions;
  const operand =
    completions === undefined
      ? []
      : [
          `${when} ${completions === 'files' ? '-F' : `-a ${quote(completions === 'folders' ? '(__fish_complete_directories)' : completions.join(' '))}`}`,
        ];
  return [
    ...operand,
    ...Object.entries({ ...options, ...COMMON_OPTIONS }).map(line => `${when} ${formatOption(line)}`),
  ];
}

function formatOption([name, { help, value, choices }]: readonly [string, Option]): string {
  const values =
    value === undefined
      ? ''
      : choices
        ? ` -x -a ${quote(choices.join(' '))}`
        : value.startsWith('FILE')
          ? ' -rF'
          : ' -x';
  return `-l ${name}${values} -d ${quote(help)}`;
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
