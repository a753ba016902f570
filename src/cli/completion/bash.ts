import { COMMON, type Command } from '../command.ts';
import { PROGRAM } from '../terminal/help.ts';

/** What bash sources to complete the commands, options and values of the program. */
export function bashCompletion(commands: readonly Command[]): string {
  return `# Completion of ${PROGRAM} for bash: eval "$(${PROGRAM} completion bash)"
_api_manifest() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]}
  local words= kind=
  if [ "$COMP_CWORD" -eq 1 ]; then
    words='${['help', ...commands.map(({ name }) => name)].join(' ')}'
  else
    case "$command $previous" in
${commands.flatMap(valueCases).join('\n')}
    *)
      case "$command" in
      help) words='${commands.map(({ name }) => name).join(' ')}' ;;
${commands.map(commandCase).join('\n')}
      esac
    esac
  fi
  case "$current$kind" in
    -*) ;;
    *files) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$current")); return ;;
    *folders) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "$current")); return ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -F _api_manifest ${PROGRAM}
`;
}

/** After an option that takes a value, its choices, or files. */
function valueCases({ name, options }: Command): string[] {
  return Object.entries(options).flatMap(([option, { value, choices }]) => {
    if (value === undefined) return [];
    const offer = choices ? `words='${choices.join(' ')}'` : value.startsWith('FILE') ? 'kind=files' : ':';
    return [`    '${name} --${option}') ${offer} ;;`];
  });
}

function commandCase({ name, options, operands }: Command): string {
  const words = [...Object.keys(options), ...Object.keys(COMMON)].map(option => `--${option}`);
  const offers = operands.at(-1)?.offers;
  const kind = typeof offers === 'string' ? ` kind=${offers}` : '';
  const values = Array.isArray(offers) ? [...offers] : [];
  return `      ${name}) words='${[...values, ...words].join(' ')}'${kind} ;;`;
}
