import { findClosestMatch } from './closest-match.ts';
import { schema02, schema03 } from './compiled/schemas.js';
import { fits02, fits03 } from './compiled/validators.js';
import { formatProblem } from './explain/format-problem.ts';
import { findProblems } from './explain/problem.ts';
import type { Schema } from './explain/schema.ts';
import { type Finding, finding } from './finding.ts';
import type { Manifest } from './manifest.ts';

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

/**
 * Validates a JSON value against the schema of its declared format version (specification, sections 2.1 and 9). Accepts
 * values of any depth and size, and never throws. An unknown version is the only finding, because no other rule applies.
 */
export function validateManifest(value: unknown): Validation {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return createInvalid([createTypeFinding(value)]);
  const declared: unknown = Object.hasOwn(value, 'spec_version') ? Reflect.get(value, 'spec_version') : undefined;
  const specVersion = specVersions.find(version => version === declared);
  if (specVersion === undefined) return createInvalid([createVersionFinding(declared)]);
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

function createInvalid(findings: readonly Finding[]): Validation {
  return { specVersion: null, valid: false, findings, total: findings.length };
}

function createTypeFinding(value: unknown): Finding {
  const message = 'The document is not a JSON object.';
  return finding('', 'type', message, 'A manifest is a JSON object: {"spec_version": "apimanifest-0.3", …}.', value);
}

function createVersionFinding(declared: unknown): Finding {
  const known = specVersions.map(version => `"${version}"`).join(' or ');
  const match = typeof declared === 'string' ? findClosestMatch(declared, specVersions) : undefined;
  const hint = `Write "spec_version": "${match ?? specVersions[0]}". Supported versions: ${known}.`;
  if (declared === undefined)
    return finding(
      '/spec_version',
      'required',
      'spec_version is missing, so the format of the document is unknown.',
      hint,
    );
  return finding('/spec_version', 'enum', 'spec_version is not a supported format version.', hint, declared);
}
