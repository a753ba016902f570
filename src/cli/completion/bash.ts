import { COMMON_OPTIONS, type Command } from '../command.ts';
import { PROGRAM } from '../terminal/help.ts';

/** Returns a script for bash that completes commands, options, and values. */
export function createBashCompletion(commands: readonly Command[]): string {
  return `# Completion of ${PROGRAM} for bash: eval "$(${PROGRAM} completion bash)"
_api_manifest() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]}
  local words= kind=
  if [ "$COMP_CWORD" -eq 1 ]; then
    words='${['help', ...commands.map(({ name }) => name)].join(' ')}'
  else
    case "$command $previous" in
${commands.flatMap(formatValueCases).join('\n')}
    *)
      case "$command" in
      help) words='${commands.map(({ name }) => name).join(' ')}' ;;
${commands.map(formatCommandCase).join('\n')}
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

/** Completes the value of an option: its choices, or files. */
function formatValueCases({ name, options }: Command): string[] {
  return Object.entries(options).flatMap(([option, { value, choices }]) => {
    if (value === undefined) return [];
    const offer = choices ? `words='${choices.join(' ')}'` : value.startsWith('FILE') ? 'kind=files' : ':';
    return [`    '${name} --${option}') ${offer} ;;`];
  });
}

function formatCommandCase({ name, options, operands }: Command): string {
  const words = [...Object.keys(options), ...Object.keys(COMMON_OPTIONS)].map(option => `--${option}`);
  const completions = operands.at(-1)?.completions;
  const kind = typeof completions === 'string' ? ` kind=${completions}` : '';
  const values = Array.isArray(completions) ? [...completions] : [];
  return `      ${name}) words='${[...values, ...words].join(' ')}'${kind} ;;`;
}
