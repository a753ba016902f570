import { findClosestMatch } from '#manifest/text/closest-match.ts';
import { excerpt } from '#manifest/text/excerpt.ts';
import type { DeclaredEndpoint } from '../find-endpoint.ts';
import type { CallFinding } from '../finding.ts';
import type { Guess } from '../guess.ts';
import { hasBigint, toJson } from '../url/value-text.ts';
import {
  guessLocation,
  type LocatedParameter,
  type PlacedParameter,
  type PlacedParameters,
  UNDECLARED,
} from './located-parameter.ts';
import { parseExactJsonValue } from './parse-json-value.ts';
import { toList } from './to-list.ts';

/**
 * Assigns arguments to parameters by name. `query.id` is the parameter `id` in the query; a plain name is every parameter of
 * that name, and of a header in any case. A null argument outside the body counts as absent. Unknown arguments are sent where the endpoint most likely
 * expects them, and reported.
 */
export function assignArguments(
  { parameters, isWhole }: PlacedParameters,
  args: Readonly<Record<string, unknown>>,
  endpoint: DeclaredEndpoint,
): {
  readonly parameters: readonly LocatedParameter[];
  readonly findings: readonly CallFinding[];
  readonly guesses: readonly Guess[];
} {
  const used = new Set<string>();
  const hasQualified = Object.keys(args).some(name => name.includes('.'));
  const located = parameters.map((parameter): LocatedParameter => {
    const { name, in: location } = parameter;
    // Most arguments have plain names, and a text for each parameter takes time.
    const qualified = hasQualified ? `${location}.${name}` : name;
    const key = findArgument(args, parameter, qualified, parameters);
    // The plain name also counts as used, if a qualified one has precedence.
    used.add(qualified).add(name).add(key);
    const value = Object.hasOwn(args, key) ? toValue(args[key], parameter) : undefined;
    const fallback = value === undefined && parameter.required ? findOnlyValue(parameter) : undefined;
    if (fallback !== undefined) return { ...parameter, value: toValue(toList(fallback, parameter), parameter) };
    return value === undefined ? parameter : { ...parameter, value };
  });
  const unknown = Object.keys(args).filter(name => !used.has(name) && args[name] !== undefined && args[name] !== null);
  const placed = unknown.map(name => placeUnknown(name, args[name], endpoint, isWhole));
  return {
    parameters: [...located, ...placed.map(each => each.parameter)],
    findings: unknown.map(name =>
      describeUnknown(
        name,
        parameters.map(each => each.name),
      ),
    ),
    guesses: placed.map(each => each.guess),
  };
}

/** Returns the name of the argument for a parameter. It may have no value. */
function findArgument(
  args: Readonly<Record<string, unknown>>,
  { name, in: location }: PlacedParameter,
  qualified: string,
  parameters: readonly PlacedParameter[],
): string {
  const isDeclared = (text: string) => parameters.some(each => each.name === text);
  // Names such as `query.text` occur in manifests, too.
  if (qualified !== name && Object.hasOwn(args, qualified) && !isDeclared(qualified)) return qualified;
  if (Object.hasOwn(args, name) || location !== 'header') return name;
  const lowercase = name.toLowerCase();
  return Object.keys(args).find(each => each.toLowerCase() === lowercase && !isDeclared(each)) ?? name;
}

/** Returns the default of a parameter, or the value of a parameter that allows no other. */
function findOnlyValue({ default: fallback, enum: allowed }: PlacedParameter): unknown {
  // A default can be null.
  if (fallback !== undefined) return fallback;
  return allowed?.length === 1 ? allowed[0] : undefined;
}

/** Callers often send a list or an object as JSON text, and outside the body also as the text that the request contains. */
function toValue(value: unknown, parameter: PlacedParameter): unknown {
  const { in: location, type, content_type } = parameter;
  if (value === null) return location === 'body' ? null : undefined;
  if (typeof value !== 'string' || content_type !== undefined) return value;
  if (!/^\s*[[{].*[\]}]\s*$/s.test(value) || !CONTAINER.test(type))
    return location === 'body' ? value : toList(value, parameter);
  return parseExactJsonValue(value) ?? value;
}

/**
 * Returns the value of a parameter as an argument in JSON. Most programs round large integers in JSON, so they become texts, which
 * a plan reads with all digits. Only in a list or an object of an undeclared type would a plan not read the text.
 */
export function toArgument({ value, type, content_type }: LocatedParameter): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? value : String(value);
  return hasBigint(value) && CONTAINER.test(type) && content_type === undefined ? toJson(value) : value;
}

const CONTAINER = /^(array|list|object|map|dict|dictionary|record)\b|\[\]$/i;

function placeUnknown(name: string, value: unknown, endpoint: DeclaredEndpoint, isWhole: boolean) {
  const [, qualifier, rest] = /^(query|header|cookie|body)\.(.+)$/s.exec(name) ?? [];
  const guessed = guessLocation({ name, description: '' }, endpoint);
  // A whole body has no members that the argument could be.
  const location =
    (qualifier as 'query' | undefined) ?? (isWhole && guessed.location === 'body' ? 'query' : guessed.location);
  const parameter: LocatedParameter = { ...UNDECLARED, name: rest ?? name, in: location, value };
  const reason = 'The manifest does not declare this argument.';
  return { parameter, guess: { member: `parameters/${name}/in`, value: location, reason } };
}

function describeUnknown(name: string, known: readonly string[]): CallFinding {
  const match = findClosestMatch(name, known);
  const listed = known.slice(0, MAX_NAMES).join(', ');
  return {
    parameter: name,
    code: 'unknown_argument',
    severity: 'warning',
    message: `Unknown argument ${excerpt(name)}.`,
    hint:
      match !== undefined
        ? `Did you mean "${match}"?`
        : known.length === 0
          ? 'The endpoint declares no parameters.'
          : `The endpoint declares ${listed}${known.length > MAX_NAMES ? `, and ${known.length - MAX_NAMES} more` : ''}.`,
  };
}

const MAX_NAMES = 12;
