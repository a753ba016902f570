import { type Finding, finding } from '../finding.ts';
import { fieldOf, pointerOf } from '../pointer.ts';
import { findClosestMatch } from '../text/closest-match.ts';
import { excerpt } from '../text/excerpt.ts';
import { formatCount } from '../text/format-count.ts';
import { fits, getDefinitionName } from './fits.ts';
import type { Problem } from './problem.ts';
import { codePoints, listTypes, type Schema } from './schema.ts';
import { formatHint, getFormatPhrase, isTextFormat } from './text-format.ts';
import { formatActual, formatExample, formatTypes, getTypeHint } from './type-wording.ts';

/** Formats a problem as a finding. The rule is the violated keyword or the name of the text format. */
export function formatProblem(problem: Problem, root: Schema): Finding {
  const pointer = pointerOf(problem.parts);
  const { rule = problem.keyword, message, hint } = formatters[problem.keyword](problem, fieldOf(pointer), root);
  return finding(pointer, rule, message, hint, problem.value);
}

interface ProblemText {
  readonly rule?: string;
  readonly message: string;
  readonly hint: string;
}

const formatters: Readonly<Record<Problem['keyword'], (problem: Problem, field: string, root: Schema) => ProblemText>> =
  {
    required: formatMissing,
    type: formatType,
    enum: formatChoice,
    const: formatChoice,
    minLength: formatLength,
    maxLength: formatLength,
    pattern: formatText,
    not: formatText,
    minimum: formatRange,
    maximum: formatRange,
    minItems: formatItems,
    anyOf: formatAlternatives,
  };

function formatMissing({ parts, schema, schemas, about, misspelled }: Problem, field: string): ProblemText {
  const reason = schema.required !== undefined && schema.properties === undefined ? schema.description : undefined;
  const message = withReason(`${field} is missing.`, reason);
  const name = parts.at(-1);
  if (misspelled !== undefined) return { message, hint: `Rename ${excerpt(misspelled)} to "${name}".` };
  const isBoolean = schemas.some(({ type }) => type === 'boolean') && about.examples === undefined;
  const example = isBoolean ? ', which is true or false' : formatExample(about, `, for example "${name}":`);
  return { message, hint: `Add "${name}"${example}.${about.description === undefined ? '' : ` ${about.description}`}` };
}

function formatType(problem: Problem, field: string, root: Schema): ProblemText {
  const { parts, schema, alternatives, value, isRequired } = problem;
  const examples = problem.about.examples ?? alternatives.find(each => each.examples !== undefined)?.examples;
  const about = { ...problem.about, examples };
  const accepts = (candidate: unknown) => isAccepted(candidate, problem, root);
  const types = alternatives.flatMap(listTypes).filter(type => type !== 'null' || accepts(null));
  const reason = schema.description === about.description ? undefined : schema.description;
  const last = parts.at(-1);
  const optional = typeof last === 'string' && !isRequired ? last : undefined;
  const hint = getTypeHint(types, value, optional, about, accepts);
  const allowed = alternatives.flatMap(each => each.enum ?? []).filter(accepts);
  return {
    message: withReason(`${field} must be ${formatTypes(types)}, not ${formatActual(value)}.`, reason),
    hint:
      allowed.length === 0 || about.examples !== undefined
        ? hint
        : `${hint} Allowed: ${allowed.map(String).join(', ')}.`,
  };
}

/** Returns whether a value matches all schemas for the location of a problem. */
function isAccepted(value: unknown, { schemas }: Problem, root: Schema): boolean {
  return schemas.every(schema => fits(schema, value, root));
}

function withReason(message: string, reason: string | undefined): string {
  return reason === undefined ? message : `${message} ${reason}`;
}

function formatChoice(problem: Problem, field: string, root: Schema): ProblemText {
  const { schema, value } = problem;
  const allowed = (schema.enum ?? [schema.const]).filter(each => isAccepted(each, problem, root));
  const terms = allowed.filter(each => typeof each === 'string');
  const match = typeof value === 'string' ? findClosestMatch(value, terms) : undefined;
  return {
    message: `Invalid value for ${field}: ${excerpt(value)}.`,
    hint: `${match === undefined ? '' : `Did you mean "${match}"? `}Allowed: ${allowed.map(String).join(', ')}.`,
  };
}

function formatLength({ keyword, schema, about, value }: Problem, field: string): ProblemText {
  const { minLength = 0, maxLength = 0 } = schema;
  const length = codePoints(String(value));
  const actual = `${field} has ${formatCount(length, 'character')}`;
  return keyword === 'minLength'
    ? {
        message: `${actual}. The minimum is ${minLength}.`,
        hint: `Add at least ${minLength - length} more. ${about.description ?? ''}`.trim(),
      }
    : {
        message: `${actual}. The maximum is ${maxLength}.`,
        hint: `Shorten it by at least ${length - maxLength}. Put details in a description.`,
      };
}

function formatText(problem: Problem, field: string, root: Schema): ProblemText {
  const { about, value } = problem;
  const { definition, examples = [] } = about;
  if (!isTextFormat(definition)) return { message: `${field} has an invalid format.`, hint: about.description ?? '' };
  return {
    rule: definition,
    message: `${field} is not ${getFormatPhrase(definition)}.`,
    hint: formatHint(definition, String(value), examples[0], text => isAccepted(text, problem, root)),
  };
}

function formatRange({ schema: { minimum, maximum }, about }: Problem, field: string): ProblemText {
  const range = maximum === undefined ? `at least ${minimum}` : `from ${minimum} to ${maximum}`;
  const number = maximum === undefined ? `a number of ${range}` : `a number ${range}`;
  return { message: `${field} must be ${range}.`, hint: `Write ${number}${formatExample(about)}.` };
}

function formatItems({ schema: { minItems = 0 }, about, value }: Problem, field: string): ProblemText {
  const count = Array.isArray(value) ? value.length : 0;
  return {
    message: `${field} has ${formatCount(count, 'item')}. The minimum is ${minItems}.`,
    hint: `Add at least ${minItems - count}${formatExample(about)}.`,
  };
}

function formatAlternatives({ schema: { anyOf = [] }, about }: Problem, field: string): ProblemText {
  const phrases = anyOf
    .map(({ $ref = '' }) => getDefinitionName($ref))
    .filter(isTextFormat)
    .map(getFormatPhrase);
  return {
    message: `${field} is neither ${phrases.join(' nor ')}.`,
    hint: `${about.description ?? ''}${formatExample(about, ' For example')}.`,
  };
}
