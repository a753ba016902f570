import { schema02, schema03 } from './compiled/schemas.js';
import { fits02, fits03 } from './compiled/validators.js';
import { formatProblem } from './explain/format-problem.ts';
import { findProblems } from './explain/problem.ts';
import type { Schema } from './explain/schema.ts';
import { type Finding, finding } from './finding.ts';
import type { Manifest } from './manifest.ts';
import { findOtherFormat } from './other-format.ts';
import { findClosestMatch } from './text/closest-match.ts';
import { excerpt } from './text/excerpt.ts';

/** The validation result of a manifest. */
export interface Validation {
  /** The declared format version. Null if it is unknown. */
  readonly specVersion: SpecVersion | null;
  readonly valid: boolean;
  /** The problems in the order of the schema, at most one per location and 200 in total. */
  readonly findings: readonly Finding[];
  /** The number of problems. Counting stops at 10,000. */
  readonly total: number;
}

export type SpecVersion = Manifest['spec_version'];

/** The supported format versions, newest first. */
export const specVersions: readonly SpecVersion[] = ['apimanifest-0.3', 'apimanifest-0.2'];

const NEWEST: SpecVersion = 'apimanifest-0.3';

/**
 * Validates a JSON value against the schema of its declared format version (specification, sections 2.1 and 9). Accepts
 * values of any depth and size, and never throws. If the version is unknown but the document is clearly a manifest, the other
 * findings are those of the closest version. A document in another well-known format has one finding, which names it.
 */
export function validateManifest(value: unknown): Validation {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return createInvalid([createTypeFinding(value)]);
  const specVersion = findVersion(value);
  if (specVersion === undefined) return explainUnknownVersion(value);
  const { fits, schema } = formats[specVersion];
  return fits(value) ? { specVersion, valid: true, findings: [], total: 0 } : explain(specVersion, schema, value);
}

const formats: Readonly<Record<SpecVersion, { fits: (value: unknown) => boolean; schema: Schema }>> = {
  'apimanifest-0.3': { fits: fits03, schema: schema03 },
  'apimanifest-0.2': { fits: fits02, schema: schema02 },
};

const MAX_FINDINGS = 200;
const MAX_COUNT = 10_000;

function explain(specVersion: SpecVersion, schema: Schema, value: object): Validation {
  const findings: Finding[] = [];
  let total = 0;
  for (const problem of findProblems(schema, value)) {
    if (total < MAX_FINDINGS) findings.push(formatProblem(problem, schema));
    total += 1;
    if (total === MAX_COUNT) break;
  }
  if (total === 0) throw new Error('The compiled validator rejected a manifest in which no problem was found.');
  return { specVersion, valid: false, findings, total };
}

/**
 * Returns whether a JSON value is clearly meant to be a manifest, although it may be invalid: it declares a supported
 * version, or has several required members. Additional members of a manifest can be those of another format.
 */
export function isLikelyManifest(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  if (findVersion(value) !== undefined) return true;
  const required = formats[NEWEST].schema.required ?? [];
  const present = required.filter(name => Object.hasOwn(value, name)).length;
  return present >= MIN_MEMBERS && (present > required.length / 2 || findOtherFormat(value) === undefined);
}

/** Returns the schema of the declared format version of a document, or of the newest one. */
export function getSchema(document: object): Schema {
  return formats[findVersion(document) ?? NEWEST].schema;
}

/** Returns the declared format version if it is supported. */
function findVersion(document: object): SpecVersion | undefined {
  const declared = getDeclaredVersion(document);
  return specVersions.find(version => version === declared);
}

/** Returns the value of `spec_version`. A plain read is faster than `Reflect.get`. */
function getDeclaredVersion(document: { readonly spec_version?: unknown }): unknown {
  return Object.hasOwn(document, 'spec_version') ? document.spec_version : undefined;
}

/** The minimum number of required members of a document that is clearly a manifest, unless it has another format. */
const MIN_MEMBERS = 3;

function explainUnknownVersion(value: object): Validation {
  const isManifest = isLikelyManifest(value);
  const foreign = isManifest ? undefined : findOtherFormat(value);
  if (foreign !== undefined) return createInvalid([foreign]);
  const declared = getDeclaredVersion(value);
  const misspelled = declared === undefined ? findMisspelledVersion(value) : undefined;
  const meant: unknown = misspelled === undefined ? declared : Reflect.get(value, misspelled);
  const { specVersion, findings, total } = explainClosestVersion(value, meant);
  const version = createVersionFinding(declared, specVersion, misspelled);
  if (!isManifest) return createInvalid([version]);
  return { specVersion: null, valid: false, findings: [version, ...findings].slice(0, MAX_FINDINGS), total: total + 1 };
}

/** Explains a document in the version with almost the declared name, or else in the one with the fewest problems. */
function explainClosestVersion(value: object, declared: unknown): Validation & { readonly specVersion: SpecVersion } {
  const match = typeof declared === 'string' ? findClosestMatch(declared, specVersions) : undefined;
  const [closest = NEWEST, ...others] = match === undefined ? specVersions : [match];
  return others
    .map(version => explainAs(version, value))
    .reduce((best, each) => (each.total < best.total ? each : best), explainAs(closest, value));
}

function explainAs(specVersion: SpecVersion, value: object): Validation & { readonly specVersion: SpecVersion } {
  const { fits, schema } = formats[specVersion];
  const corrected = { ...value, spec_version: specVersion };
  if (fits(corrected)) return { specVersion, valid: true, findings: [], total: 0 };
  return { ...explain(specVersion, schema, corrected), specVersion };
}

/** Returns the member that was most likely meant to be `spec_version`. */
function findMisspelledVersion(value: object): string | undefined {
  return Object.keys(value)
    .slice(0, MAX_MEMBERS)
    .find(name => findClosestMatch(name, ['spec_version']) !== undefined);
}

/** Limits the work for objects with many additional members. */
const MAX_MEMBERS = 200;

function createInvalid(findings: readonly Finding[]): Validation {
  return { specVersion: null, valid: false, findings, total: findings.length };
}

function createTypeFinding(value: unknown): Finding {
  const message = 'The document is not a JSON object.';
  return finding('', 'type', message, 'A manifest is a JSON object: {"spec_version": "apimanifest-0.3", …}.', value);
}

function createVersionFinding(declared: unknown, closest: SpecVersion, misspelled: string | undefined): Finding {
  const known = specVersions.map(version => `"${version}"`).join(' or ');
  const action =
    misspelled === undefined
      ? `Write "spec_version": "${closest}".`
      : `Rename ${excerpt(misspelled)} to "spec_version".`;
  const hint = `${action} Supported versions: ${known}.`;
  if (declared !== undefined)
    return finding('/spec_version', 'enum', 'spec_version is not a supported format version.', hint, declared);
  const message = 'spec_version is missing, so the format of the document is unknown.';
  return finding('/spec_version', 'required', message, hint);
}
