import { type ParseArgsConfig, parseArgs } from 'node:util';
import { HelpRequest } from './help-request.ts';
import { firstSentence } from './run-script.ts';
import { UsageError } from './usage-error.ts';

type ParsedArgs<T extends ParseArgsConfig> = ReturnType<typeof parseArgs<T>>;

/**
 * Parses the arguments of a script as `parseArgs` of `node:util` does, with the option `--help`. An empty value or argument,
 * such as that of an unset variable in a shell, is invalid.
 *
 * Uses only Node, because the workflow Deploy signs exports before `npm ci`.
 *
 * @param usage the help of the script, which `runScript` prints
 * @throws HelpRequest if the arguments contain `--help` or `-h`
 * @throws UsageError if the arguments are invalid
 */
export function parseScriptArgs<const T extends ParseArgsConfig>(usage: string, config: T): ParsedArgs<T> {
  const args = config.args ?? process.argv.slice(2);
  const end = args.indexOf('--');
  if (args.slice(0, end === -1 ? undefined : end).some(arg => arg === '--help' || arg === '-h'))
    throw new HelpRequest(usage);
  try {
    const parsed = parseArgs(config);
    const empty = Object.entries(parsed.values).find(([, value]) => [value].flat().some(isBlank));
    if (empty) throw new RangeError(`Option '--${empty[0]}' has an empty value.`);
    if (parsed.positionals.some(isBlank)) throw new RangeError('An argument is empty.');
    return parsed;
  } catch (error) {
    throw new UsageError(`${describeError(error)} For the usage, add --help.`, { cause: error });
  }
}

function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === '';
}

function describeError(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const [, ambiguous] = /^Option '(?:-\w, )?(--[^']+)' argument is ambiguous/.exec(message) ?? [];
  if (ambiguous !== undefined)
    return `Option '${ambiguous}' needs a value. If the value starts with a dash, use ${ambiguous}=VALUE.`;
  return firstSentence(message);
}
