import { quoteForShell } from '#calls/snippets/quote-for-shell.ts';
import { COMMON_OPTIONS, type Command, type Operand, type Option } from '../command.ts';
import { PROGRAM } from '../terminal/help.ts';

/** Returns a script for zsh that completes commands, options, and values. */
export function createZshCompletion(commands: readonly Command[]): string {
  return `#compdef ${PROGRAM}
# Completion of ${PROGRAM} for zsh: source <(${PROGRAM} completion zsh)
_api_manifest() {
  local -a commands=(
${commands.map(({ name, summary }) => `    ${quoteForShell(`${name}:${summary}`)}`).join('\n')}
    'help:show the help of a command'
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
${commands.map(formatCommandCase).join('\n')}
  esac
}
compdef _api_manifest ${PROGRAM}
`;
}

function formatCommandCase({ name, options, operands }: Command): string {
  const specs = [
    ...Object.entries({ ...options, ...COMMON_OPTIONS }).map(([option, each]) => formatOptionSpec(option, each)),
    ...operands.flatMap(formatOperandSpec),
  ];
  return `    ${name}) _arguments -s ${specs.map(quoteForShell).join(' \\\n      ')} ;;`;
}

function formatOptionSpec(name: string, { help, value, choices, repeatable }: Option): string {
  const repeat = repeatable ? '*' : '';
  const action = choices ? `(${choices.join(' ')})` : value?.startsWith('FILE') ? '_files' : '';
  const argument = value === undefined ? '' : `:${escapeSpec(value)}:${action}`;
  return `${repeat}--${name}[${escapeSpec(help)}]${argument}`;
}

/** Returns no spec without completions: zsh would show the operand among the options and complete neither. */
function formatOperandSpec({ name, repeatable, completions }: Operand): string[] {
  if (completions === undefined) return [];
  const action =
    completions === 'files' ? '_files' : completions === 'folders' ? '_files -/' : `(${completions.join(' ')})`;
  return [`${repeatable ? '*' : ''}:${escapeSpec(name)}:${action}`];
}

/** Replaces colons and brackets, which separate the parts of a spec for _arguments. */
function escapeSpec(text: string): string {
  return text.replace(/[:[\]\\]/g, ' ');
}
