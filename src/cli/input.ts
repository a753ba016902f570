import { parseArgs } from 'node:util';
import { failure, type Result, success } from '#manifest/result.ts';
import { suggestName } from '#manifest/text/closest-match.ts';
import { printable } from '#manifest/text/excerpt.ts';
import { COMMON_OPTIONS, type Command, type Input, type Option } from './command.ts';

export type { Input };

/** Parses the arguments of a command. The error is a message for the user. */
export function parseInput(args: readonly string[], command: Command): Result<Input, string> {
  const options = { ...command.options, ...COMMON_OPTIONS };
  const values = new Map<string, string[]>();
  const operands: string[] = [];
  for (const token of tokenize(args, options)) {
    if (token.kind === 'positional') operands.push(token.value);
    if (token.kind !== 'option') continue;
    const error = findOptionError(token, options);
    if (error !== undefined) return failure(error);
    values.set(token.name, [...(values.get(token.name) ?? []), token.value ?? '']);
  }
  const input = createInput(operands, values, options);
  const error = input.has('help') ? undefined : findOperandError(operands, command.operands);
  return error === undefined ? success(input) : failure(error);
}

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
}

function tokenize(args: readonly string[], options: Readonly<Record<string, Option>>) {
  const known = Object.entries(options).map(([name, { value, short }]) => [
    name,
    { type: value === undefined ? ('boolean' as const) : ('string' as const), multiple: true, ...(short && { short }) },
  ]);
  const settings = { strict: false, tokens: true, allowPositionals: true } as const;
  return parseArgs({ args: [...args], options: Object.fromEntries(known), ...settings }).tokens;
}

function findOptionError({ name, rawName, value }: OptionToken, options: Readonly<Record<string, Option>>) {
  const option = Object.hasOwn(options, name) ? options[name] : undefined;
  if (!option) {
    const suggestion = suggestName(name, Object.keys(options));
    return `Unknown option ${printable(rawName)}.${suggestion === undefined ? '' : ` Did you mean --${suggestion}?`}`;
  }
  if (option.value === undefined) return value === undefined ? undefined : `${rawName} does not take a value.`;
  if (value === undefined) return `${rawName} requires a value: ${rawName} ${option.value}.`;
  // Usually that of an unset variable in a shell.
  if (value.trim() === '') return `${rawName} has an empty value: ${rawName} ${option.value}.`;
  const { choices, list } = option;
  if (!choices) return undefined;
  const wrong = (list ? value.split(',') : [value]).find(each => !choices.includes(each));
  if (wrong === undefined) return undefined;
  const suggestion = suggestName(wrong, choices);
  const hint = suggestion === undefined ? '' : ` Did you mean "${suggestion}"?`;
  return `Invalid value for ${rawName}: "${printable(wrong)}".${hint} Allowed values: ${choices.join(', ')}.`;
}

function findOperandError(operands: readonly string[], expected: Command['operands']): string | undefined {
  const min = expected.filter(({ optional }) => !optional).length;
  const max = expected.at(-1)?.repeatable ? Number.POSITIVE_INFINITY : expected.length;
  if (operands.some(operand => operand.trim() === '')) return 'An argument is empty.';
  if (operands.length > max) return `Unexpected argument "${printable(operands[max] ?? '')}".`;
  if (operands.length >= min) return undefined;
  const missing = expected.slice(operands.length, min).map(({ name }) => `<${name}>`);
  return `Missing ${missing.length > 1 ? 'arguments' : 'argument'} ${missing.join(' and ')}.`;
}

function createInput(
  operands: readonly string[],
  valuesByOption: ReadonlyMap<string, readonly string[]>,
  options: Readonly<Record<string, Option>>,
): Input {
  const values = (option: string): readonly string[] => {
    if (!Object.hasOwn(options, option)) throw new Error(`The command does not declare the option "${option}".`);
    return valuesByOption.get(option) ?? [];
  };
  return {
    operands,
    values,
    value: option => values(option).at(-1),
    has: option => values(option).length > 0,
  };
}
