import { findClosestMatch } from '../text/closest-match.ts';
import { findBrokenChoice, listAlternatives, listApplicable, listUnconditional, type Rule } from './composition.ts';
import { fits } from './fits.ts';
import { findBrokenKeyword, type Keyword } from './keyword-checks.ts';
import type { Schema } from './schema.ts';

/** One violation of a schema. */
export interface Problem {
  readonly parts: readonly (string | number)[];
  /** `anyOf` if no alternative fits, `not` if a forbidden schema fits. */
  readonly keyword: Keyword | 'required' | 'not' | 'anyOf';
  /** The schema with the violated keyword. */
  readonly schema: Schema;
  /** The schemas with the types of the value: the alternatives of the violated schema, or the schema itself. */
  readonly alternatives: readonly Schema[];
  /** The documentation of this location in the schemas. */
  readonly about: About;
  /** All schemas for this location. A correction must match each of them. */
  readonly schemas: readonly Schema[];
  /** The invalid value. Undefined if a member is missing. */
  readonly value: unknown;
  /** Whether a schema requires the member. False for the root and for items of arrays. */
  readonly isRequired: boolean;
  /** A member of the same object with almost the name of a missing one. */
  readonly misspelled?: string | undefined;
}

export interface About {
  readonly description?: string | undefined;
  readonly examples?: readonly unknown[] | undefined;
  /** The name under `$defs` of the schema that a `$ref` refers to. */
  readonly definition?: string | undefined;
}

/**
 * Finds the violations of a schema lazily, in the order of its properties, at most one per location. The compiled validators
 * decide whether a value is valid. This slower function explains why it is not. Never descends deeper than the schema.
 */
export function findProblems(root: Schema, value: unknown): Generator<Problem> {
  return findProblemsAt([], [root], value, root, false);
}

function* findProblemsAt(
  parts: Problem['parts'],
  schemas: readonly Schema[],
  value: unknown,
  root: Schema,
  isRequired: boolean,
): Generator<Problem> {
  const rules = schemas.flatMap(schema => listApplicable({ schema }, value, root));
  for (const { schema } of rules) {
    const keyword = findBrokenKeyword(schema, value) ?? findBrokenChoice(schema, value, root);
    if (keyword === undefined) continue;
    yield {
      parts,
      keyword,
      schema,
      alternatives: listAlternatives(schema, root),
      about: getAbout(rules),
      schemas,
      value,
      isRequired,
    };
    return;
  }
  if (Array.isArray(value)) {
    const items = rules.flatMap(({ schema }) => schema.items ?? []);
    if (items.length === 0) return;
    for (const [index, item] of value.entries())
      if (!items.every(schema => fits(schema, item, root)))
        yield* findProblemsAt([...parts, index], items, item, root, false);
  } else if (typeof value === 'object' && value !== null) {
    yield* findMemberProblems(parts, rules, value as Readonly<Record<string, unknown>>, root);
  }
}

function* findMemberProblems(
  parts: Problem['parts'],
  rules: readonly Rule[],
  object: Readonly<Record<string, unknown>>,
  root: Schema,
): Generator<Problem> {
  let misspellings: ReadonlyMap<string, string> | undefined;
  for (const { name, schemas, requiring } of listMembers(rules)) {
    const isPresent = Object.hasOwn(object, name);
    if (isPresent && schemas.every(schema => fits(schema, object[name], root))) continue;
    const location = [...parts, name];
    const isRequired = requiring !== undefined;
    if (isPresent) yield* findProblemsAt(location, schemas, object[name], root, isRequired);
    else if (requiring !== undefined) {
      misspellings ??= findMisspellings(object, rules);
      const misspelled = misspellings.get(name);
      const about = getAbout(schemas.flatMap(schema => listUnconditional(schema, root)));
      const value = undefined;
      yield {
        parts: location,
        keyword: 'required',
        schema: requiring,
        alternatives: [],
        about,
        schemas,
        value,
        isRequired,
        misspelled,
      };
      if (misspelled !== undefined)
        yield* findProblemsAt([...parts, misspelled], schemas, object[misspelled], root, isRequired);
    }
  }
}

/** A member that schemas define or require. */
interface Member {
  readonly name: string;
  readonly schemas: readonly Schema[];
  /** The first schema that requires it. */
  readonly requiring: Schema | undefined;
}

/** Returns the members that rules name. Most objects have one rule with members, whose list is cached. */
function listMembers(rules: readonly Rule[]): readonly Member[] {
  const naming = rules.filter(({ schema }) => schema.properties !== undefined || schema.required !== undefined);
  const [only] = naming;
  if (only === undefined || naming.length > 1) return createMembers(naming);
  const cached = membersBySchema.get(only.schema);
  if (cached !== undefined) return cached;
  const members = createMembers(naming);
  membersBySchema.set(only.schema, members);
  return members;
}

const membersBySchema = new WeakMap<Schema, readonly Member[]>();

function createMembers(rules: readonly Rule[]): Member[] {
  const named = rules.flatMap(({ schema }) => [...Object.keys(schema.properties ?? {}), ...(schema.required ?? [])]);
  return [...new Set(named)].map(name => ({
    name,
    schemas: rules.flatMap(({ schema }) => schema.properties?.[name] ?? []),
    requiring: rules.find(({ schema }) => schema.required?.includes(name))?.schema,
  }));
}

/** Returns for each missing member the unknown member of an object that is most likely its misspelled name. */
function findMisspellings(
  object: Readonly<Record<string, unknown>>,
  rules: readonly Rule[],
): ReadonlyMap<string, string> {
  const known = listMembers(rules).map(member => member.name);
  const missing = known.filter(name => !Object.hasOwn(object, name));
  const unknown = Object.keys(object)
    .slice(0, MAX_MEMBERS)
    .filter(name => !known.includes(name));
  const candidates = Map.groupBy(unknown, name => findClosestMatch(name, missing));
  return new Map(
    missing.flatMap(name => {
      const misspelled = findClosestMatch(name, candidates.get(name) ?? []);
      return misspelled === undefined ? [] : [[name, misspelled] as const];
    }),
  );
}

/** Limits the work for objects with many additional members. */
const MAX_MEMBERS = 200;

function getAbout(rules: readonly Rule[]): About {
  return {
    description: rules.find(({ schema }) => schema.description !== undefined)?.schema.description,
    examples: rules.find(({ schema }) => schema.examples !== undefined)?.schema.examples,
    definition: rules.find(({ definition }) => definition !== undefined)?.definition,
  };
}
