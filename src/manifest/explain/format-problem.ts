import { findClosestMatch } from '../closest-match.ts';
import { excerpt } from '../excerpt.ts';
import { type Finding, finding } from '../finding.ts';
import { fieldOf, pointerOf } from '../pointer.ts';
import { fits, nameOf } from './fits.ts';
import type { Problem } from './problem.ts';
import { codePoints, type Schema, typesOf } from './schema.ts';
import { formHint, formPhrase, isTextFormat } from './text-format.ts';
import { actualPhrase, sample, typeHint, typePhrase } from './type-wording.ts';

/** A problem in words: what is wrong, and how to mend it. The rule is the schema keyword, or the name of the text's form. */
export function formatProblem(problem: Problem, root: Schema): Finding {
  const pointer = pointerOf(problem.parts);
  const { rule = problem.keyword, message, hint } = wordings[problem.keyword](problem, fieldOf(pointer), root);
  return finding(pointer, rule, message, hint, problem.value);
}

interface Wording {
  readonly rule?: string;
  readonly message: string;
  readonly hint: string;
}

const wordings: Readonly<Record<Problem['keyword'], (problem: Problem, field: string, root: Schema) => Wording>> = {
  required: wordMissing,
  type: wordType,
  enum: wordChoice,
  const: wordChoice,
  minLength: wordLength,
  maxLength: wordLength,
  pattern: wordForm,
  not: wordForm,
  minimum: wordRange,
  maximum: wordRange,
  minItems: wordCount,
  anyOf: wordAlternatives,
};

function wordMissing({ parts, schema, about }: Problem, field: string): Wording {
  const reason = schema.required !== undefined && schema.properties === undefined ? schema.description : undefined;
  const shown = sample(about, `, for example "${parts.at(-1)}":`);
  return {
    message: withReason(`${field} is missing.`, reason),
    hint: `Add "${parts.at(-1)}"${shown}.${about.description === undefined ? '' : ` ${about.description}`}`,
  };
}

function wordType({ parts, schema, alternatives, about, value }: Problem, field: string): Wording {
  const types = alternatives.flatMap(typesOf);
  const reason = schema.description === about.description ? undefined : schema.description;
  const isDemanded = reason !== undefined && about.definition === undefined;
  const last = parts.at(-1);
  return {
    message: withReason(`${field} must be ${typePhrase(types)}, not ${actualPhrase(value)}.`, reason),
    hint: typeHint(types, value, typeof last === 'string' && !isDemanded ? last : undefined, about),
  };
}

function withReason(message: string, reason: string | undefined): string {
  return reason === undefined ? message : `${message} ${reason}`;
}

function wordChoice({ schema, value }: Problem, field: string): Wording {
  const allowed = schema.enum ?? [schema.const];
  const words = allowed.filter(each => typeof each === 'string');
  const meant = typeof value === 'string' ? findClosestMatch(value, words) : undefined;
  return {
    message: `${field} is ${excerpt(value)}, which is not among the allowed values.`,
    hint: `${meant === undefined ? '' : `Did you mean "${meant}"? `}Allowed: ${allowed.map(String).join(', ')}.`,
  };
}

function wordLength({ keyword, schema, about, value }: Problem, field: string): Wording {
  const { minLength = 0, maxLength = 0 } = schema;
  const length = codePoints(String(value));
  const has = `${field} has ${counted(length, 'character')}`;
  return keyword === 'minLength'
    ? {
        message: `${has} and needs at least ${minLength}.`,
        hint: `Add at least ${minLength - length} more. ${about.description ?? ''}`.trim(),
      }
    : {
        message: `${has} and may have at most ${maxLength}.`,
        hint: `Shorten it by at least ${length - maxLength}; details belong in a description.`,
      };
}

function wordForm({ about, value }: Problem, field: string, root: Schema): Wording {
  const { definition, examples = [] } = about;
  if (!isTextFormat(definition)) return { message: `${field} has a wrong form.`, hint: about.description ?? '' };
  const form = root.$defs?.[definition] ?? {};
  return {
    rule: definition,
    message: `${field} is not ${formPhrase(definition)}.`,
    hint: formHint(definition, String(value), examples[0], text => fits(form, text, root)),
  };
}

function wordRange({ schema: { minimum, maximum }, about }: Problem, field: string): Wording {
  const range = maximum === undefined ? `at least ${minimum}` : `from ${minimum} to ${maximum}`;
  return { message: `${field} must be ${range}.`, hint: `Write a number ${range}${sample(about)}.` };
}

function wordCount({ schema: { minItems = 0 }, about, value }: Problem, field: string): Wording {
  const count = Array.isArray(value) ? value.length : 0;
  return {
    message: `${field} has ${counted(count, 'item')} and needs at least ${minItems}.`,
    hint: `Add at least ${minItems - count}${sample(about)}.`,
  };
}

function wordAlternatives({ schema: { anyOf = [] }, about }: Problem, field: string): Wording {
  const forms = anyOf
    .map(({ $ref = '' }) => nameOf($ref))
    .filter(isTextFormat)
    .map(formPhrase);
  return {
    message: `${field} is neither ${forms.join(' nor ')}.`,
    hint: `${about.description ?? ''}${sample(about, ' For example')}.`,
  };
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
