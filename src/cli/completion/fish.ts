import { COMMON, type Command, type Option } from '../command.ts';
import { PROGRAM } from '../terminal/help.ts';

/** What fish sources to complete the commands, options and values of the program. */
export function fishCompletion(commands: readonly Command[]): string {
  const names = commands.map(({ name }) => name).join(' ');
  const none = `not __fish_seen_subcommand_from help ${names}`;
  return [
    `# Completion of ${PROGRAM} for fish: ${PROGRAM} completion fish | source`,
    `complete -c ${PROGRAM} -f`,
    `complete -c ${PROGRAM} -n ${quoted(none)} -a help -d 'tell more of a command'`,
    `complete -c ${PROGRAM} -n '__fish_seen_subcommand_from help' -a ${quoted(names)}`,
    ...commands.map(
      ({ name, summary }) => `complete -c ${PROGRAM} -n ${quoted(none)} -a ${name} -d ${quoted(summary)}`,
    ),
    ...commands.flatMap(commandLines),
    '',
  ].join('\n');
}

function commandLines({ name, options, operands }: Command): string[] {
  const when = `complete -c ${PROGRAM} -n ${quoted(`__fish_seen_subcommand_from ${name}`)}`;
  const offers = operands.at(-1)?.offers;
  const operand =
    offers === undefined
      ? []
      : [
          `${when} ${offers === 'files' ? '-F' : `-a ${quoted(offers === 'folders' ? '(__fish_complete_directories)' : offers.join(' '))}`}`,
        ];
  return [...operand, ...Object.entries({ ...options, ...COMMON }).map(line => `${when} ${optionWords(line)}`)];
}

function optionWords([name, { help, value, choices }]: readonly [string, Option]): string {
  const values =
    value === undefined
      ? ''
      : choices
        ? ` -x -a ${quoted(choices.join(' '))}`
        : value.startsWith('FILE')
          ? ' -rF'
          : ' -x';
  return `-l ${name}${values} -d ${quoted(help)}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
