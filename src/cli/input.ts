import { parseArgs } from 'node:util';
import { suggestName } from '#manifest/closest-match.ts';
import { printable } from '#manifest/excerpt.ts';
import { COMMON, type Command, type Input, type Option } from './command.ts';

export type { Input };

/** Reads arguments as a command takes them, or says what is wrong with them. */
export function parseInput(
  args: readonly string[],
  { options: own, operands: expected }: Command,
): Input | { readonly refusal: string } {
  const options = { ...own, ...COMMON };
  const given = new Map<string, string[]>();
  const operands: string[] = [];
  for (const token of tokensOf(args, options)) {
    if (token.kind === 'positional') operands.push(token.value);
    if (token.kind !== 'option') continue;
    const fault = optionFault(token, options);
    if (fault !== undefined) return { refusal: fault };
    given.set(token.name, [...(given.get(token.name) ?? []), token.value ?? '']);
  }
  const input = inputFrom(operands, given, options);
  const fault = input.has('help') ? undefined : operandFault(operands, expected);
  return fault === undefined ? input : { refusal: fault };
}

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
}

function tokensOf(args: readonly string[], options: Readonly<Record<string, Option>>) {
  const known = Object.entries(options).map(([name, { value, short }]) => [
    name,
    { type: value === undefined ? ('boolean' as const) : ('string' as const), multiple: true, ...(short && { short }) },
  ]);
  const settings = { strict: false, tokens: true, allowPositionals: true } as const;
  return parseArgs({ args: [...args], options: Object.fromEntries(known), ...settings }).tokens;
}

function optionFault({ name, rawName, value }: OptionToken, options: Readonly<Record<string, Option>>) {
  const option = Object.hasOwn(options, name) ? options[name] : undefined;
  if (!option) {
    const meant = suggestName(name, Object.keys(options));
    return `There is no option ${printable(rawName)}.${meant === undefined ? '' : ` Did you mean --${meant}?`}`;
  }
  if (option.value === undefined) return value === undefined ? undefined : `${rawName} takes no value.`;
  if (value === undefined) return `${rawName} needs a value: ${rawName} ${option.value}.`;
  if (option.choices && !option.choices.includes(value)) {
    const meant = suggestName(value, option.choices);
    const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`;
    return `${rawName} does not take "${printable(value)}".${hint} It takes: ${option.choices.join(', ')}.`;
  }
  return undefined;
}

function operandFault(operands: readonly string[], expected: Command['operands']): string | undefined {
  const needed = expected.filter(({ optional }) => !optional).length;
  const most = expected.at(-1)?.several ? Number.POSITIVE_INFINITY : expected.length;
  if (operands.length >= needed && operands.length <= most) return undefined;
  if (expected.length === 0) return `It takes no argument, such as "${printable(operands[0] ?? '')}".`;
  const names = expected.map(({ name }) => `<${name}>`).join(' and ');
  return operands.length < needed
    ? `${names} ${expected.length > 1 ? 'are' : 'is'} missing.`
    : `It takes ${names} only, not "${printable(operands[most] ?? '')}" in addition.`;
}

function inputFrom(
  operands: readonly string[],
  given: ReadonlyMap<string, readonly string[]>,
  options: Readonly<Record<string, Option>>,
): Input {
  const values = (option: string): readonly string[] => {
    if (!Object.hasOwn(options, option)) throw new Error(`The command declares no option "${option}".`);
    return given.get(option) ?? [];
  };
  return {
    operands,
    values,
    value: option => values(option).at(-1),
    has: option => values(option).length > 0,
  };
}
