import { COMMON, type Command, type Operand, type Option } from '../command.ts';
import { PROGRAM } from '../terminal/help.ts';

/** What zsh sources to complete the commands, options and values of the program. */
export function zshCompletion(commands: readonly Command[]): string {
  return `#compdef ${PROGRAM}
# Completion of ${PROGRAM} for zsh: source <(${PROGRAM} completion zsh)
_api_manifest() {
  local -a commands=(
${commands.map(({ name, summary }) => `    ${quoted(`${name}:${summary}`)}`).join('\n')}
    'help:tell more of a command'
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
    help) _describe command commands ;;
${commands.map(commandCase).join('\n')}
  esac
}
compdef _api_manifest ${PROGRAM}
`;
}

function commandCase({ name, options, operands }: Command): string {
  const specs = [
    ...Object.entries({ ...options, ...COMMON }).map(([option, each]) => optionSpec(option, each)),
    ...operands.flatMap(operandSpec),
  ];
  return `    ${name}) _arguments -s ${specs.map(quoted).join(' \\\n      ')} ;;`;
}

function optionSpec(name: string, { help, value, choices, several }: Option): string {
  const often = several ? '*' : '';
  const action = choices ? `(${choices.join(' ')})` : value?.startsWith('FILE') ? '_files' : '';
  const argument = value === undefined ? '' : `:${plain(value)}:${action}`;
  return `${often}--${name}[${plain(help)}]${argument}`;
}

/** For what has nothing to offer there is none: zsh would show it beside the options, and insert neither. */
function operandSpec({ name, several, offers }: Operand): string[] {
  if (offers === undefined) return [];
  const action = offers === 'files' ? '_files' : offers === 'folders' ? '_files -/' : `(${offers.join(' ')})`;
  return [`${several ? '*' : ''}:${plain(name)}:${action}`];
}

/** Colons and brackets separate the parts of what _arguments reads. */
function plain(text: string): string {
  return text.replace(/[:[\]\\]/g, ' ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
