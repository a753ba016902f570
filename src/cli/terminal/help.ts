import { COMMON_OPTIONS, type Command, type Operand, type Option } from '../command.ts';
import { type Colors, createColors } from './colors.ts';

/** The program name. */
export const PROGRAM = 'api-manifest';

/** Formats the help of a command. */
export function formatCommandHelp(command: Command, hasColors: boolean, columns?: number): string {
  const wrap = createWrap(columns);
  const style = createColors(hasColors);
  const { about, examples, exits } = command;
  return [
    style('bold', formatUsage(command)),
    '',
    ...about.flatMap(paragraph => [wrap(paragraph, 0), '']),
    ...formatSection('Options', listOptions(command), style, wrap),
    style('bold', 'Examples'),
    ...examples.flatMap(([line, purpose]) => [`  ${PROGRAM} ${line}`, wrap(style('dim', purpose), 6)]),
    '',
    ...formatSection('Exit status', Object.entries(exits), style, wrap),
  ].join('\n');
}

/** Formats the usage of a command, such as `api-manifest serve [<file>] [options]`. */
export function formatUsage({ name, operands }: Command): string {
  return [PROGRAM, name, ...operands.map(formatOperand), '[options]'].join(' ');
}

/** Lists the options of a command, with the common ones. */
export function listOptions({ options }: Command): Row[] {
  return Object.entries({ ...options, ...COMMON_OPTIONS }).map(([name, option]) => [
    formatOption(name, option),
    describeOption(option),
  ]);
}

/** The environment variables that the program reads. */
export const VARIABLES: readonly Row[] = [
  ['API_REGISTRY_URL', 'the default for --registry'],
  ['NO_COLOR', 'disables colors if set'],
];

/** Formats the help of the program. */
export function formatOverview(commands: readonly Command[], hasColors: boolean, columns?: number): string {
  const wrap = createWrap(columns);
  const style = createColors(hasColors);
  return [
    style('bold', `${PROGRAM} <command>`),
    '',
    wrap('Describe an API for agents in a manifest, check it, list it in a registry, and find other APIs.', 0),
    '',
    ...formatSection(
      'Commands',
      commands.map(({ name, summary }) => [name, summary]),
      style,
      wrap,
    ),
    wrap(
      `For the help of a command, run ${PROGRAM} help <command>. For the version, run ${PROGRAM} --version. No telemetry.`,
      0,
    ),
    '',
    ...formatSection('Environment', VARIABLES, style, wrap),
  ].join('\n');
}

export type Row = readonly [term: string, description: string];

/** Formats a heading, a table with two columns, and an empty line. */
function formatSection(title: string, rows: readonly Row[], style: Colors, wrap: Wrap): string[] {
  const width = Math.min(26, Math.max(...rows.map(([term]) => term.length)));
  const lines = rows.map(([term, description]) => {
    const text = wrap(description, width + 4).trimStart();
    return term.length > width ? `  ${term}\n${' '.repeat(width + 4)}${text}` : `  ${term.padEnd(width)}  ${text}`;
  });
  return [style('bold', title), ...lines, ''];
}

function formatOption(name: string, { value, short }: Option): string {
  return `${short ? `-${short}, ` : ''}--${name}${value === undefined ? '' : ` ${value}`}`;
}

function describeOption({ help, choices, list, repeatable }: Option): string {
  const values = choices ? `; ${list ? 'any' : 'one'} of ${choices.join(', ')}` : '';
  return `${help}${values}${repeatable ? '; repeatable' : ''}`;
}

function formatOperand({ name, optional, repeatable }: Operand): string {
  const text = `<${name}>${repeatable ? '…' : ''}`;
  return optional ? `[${text}]` : text;
}

/** The maximum number of columns, because longer lines are hard to read. */
const MAX_WIDTH = 96;
/** Narrower terminals break lines themselves. */
const MIN_WIDTH = 40;

/** Wraps text to the line width and indents each line. */
type Wrap = (text: string, indent: number) => string;

/** @param columns the width of the terminal; undefined if the output is not a terminal */
function createWrap(columns = MAX_WIDTH): Wrap {
  const width = Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, columns));
  return (text, indent) => {
    const lines = [''];
    for (const word of text.split(' ')) {
      const line = lines.at(-1) ?? '';
      if (line !== '' && indent + line.length + word.length + 1 > width) lines.push(word);
      else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
    }
    return lines.map(line => ' '.repeat(indent) + line).join('\n');
  };
}
