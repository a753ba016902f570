import { COMMON, type Command, type Operand, type Option } from '../command.ts';
import { type Colors, colors } from './colors.ts';

/** The name that people call the program by. */
export const PROGRAM = 'api-manifest';

/** What one command does, and how it is called. */
export function commandHelp(command: Command, colours: boolean): string {
  const style = colors(colours);
  const { about, examples, exits } = command;
  return [
    style('bold', callOf(command)),
    '',
    ...about.flatMap(paragraph => [wrapped(paragraph, 0), '']),
    ...section('Options', optionRows(command), style),
    style('bold', 'Examples'),
    ...examples.flatMap(([line, purpose]) => [`  ${PROGRAM} ${line}`, wrapped(style('dim', purpose), 6)]),
    '',
    ...section('Exit status', Object.entries(exits), style),
  ].join('\n');
}

/** How a command is called, such as `api-manifest serve [<file>] [options]`. */
export function callOf({ name, operands }: Command): string {
  return [PROGRAM, name, ...operands.map(operandText), '[options]'].join(' ');
}

/** The options of a command, those that all have included, each with what it does. */
export function optionRows({ options }: Command): Row[] {
  return Object.entries({ ...options, ...COMMON }).map(([name, option]) => [termOf(name, option), meaningOf(option)]);
}

/** What the program reads from its environment. */
export const VARIABLES: readonly Row[] = [
  ['API_REGISTRY_URL', 'the registry that is asked, unless --registry names another'],
  ['NO_COLOR', 'set to anything, no colours are used'],
];

/** What there is. */
export function overview(commands: readonly Command[], colours: boolean): string {
  const style = colors(colours);
  return [
    style('bold', `${PROGRAM} <command>`),
    '',
    wrapped('Describes an API for agents in a manifest, checks it, lists it in a registry, and finds others there.', 0),
    '',
    ...section(
      'Commands',
      commands.map(({ name, summary }) => [name, summary]),
      style,
    ),
    wrapped(
      `${PROGRAM} help <command> tells more, ${PROGRAM} --version which this is. Nothing is ever reported home.`,
      0,
    ),
    '',
    ...section('Environment', VARIABLES, style),
  ].join('\n');
}

/** A term, and what it means. */
export type Row = readonly [term: string, meaning: string];

/** A heading, a table of two columns, and an empty line. */
function section(title: string, rows: readonly Row[], style: Colors): string[] {
  const width = Math.min(26, Math.max(...rows.map(([term]) => term.length)));
  const lines = rows.map(([term, meaning]) => {
    const text = wrapped(meaning, width + 4).trimStart();
    return term.length > width ? `  ${term}\n${' '.repeat(width + 4)}${text}` : `  ${term.padEnd(width)}  ${text}`;
  });
  return [style('bold', title), ...lines, ''];
}

function termOf(name: string, { value, short }: Option): string {
  return `${short ? `-${short}, ` : ''}--${name}${value === undefined ? '' : ` ${value}`}`;
}

function meaningOf({ help, choices, several }: Option): string {
  const values = choices ? `; one of ${choices.join(', ')}` : '';
  return `${help}${values}${several ? '; may be given several times' : ''}`;
}

function operandText({ name, optional, several }: Operand): string {
  const text = `<${name}>${several ? '…' : ''}`;
  return optional ? `[${text}]` : text;
}

const WIDTH = 96;

/** Words in lines of a bounded width, each of them indented. */
function wrapped(text: string, indent: number): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && indent + line.length + word.length + 1 > WIDTH) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.map(line => ' '.repeat(indent) + line).join('\n');
}
