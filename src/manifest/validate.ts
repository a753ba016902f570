import { findClosestMatch } from './closest-match.ts';
import { schema02, schema03 } from './compiled/schemas.js';
import { fits02, fits03 } from './compiled/validators.js';
import { formatProblem } from './explain/format-problem.ts';
import { problems } from './explain/problem.ts';
import type { Schema } from './explain/schema.ts';
import { type Finding, finding } from './finding.ts';
import type { Manifest } from './manifest.ts';

/** The verdict on a manifest. */
export interface Validation {
  /** The declared format version when it is a known one, else null. */
  readonly specVersion: SpecVersion | null;
  readonly valid: boolean;
  /** The problems in the order of the schema, one for each place; at most 200. */
  readonly findings: readonly Finding[];
  /** How many problems there are; counting stops at 10,000. */
  readonly total: number;
}

export type SpecVersion = Manifest['spec_version'];

/** The format versions that the registry knows, newest first. */
export const specVersions: readonly SpecVersion[] = ['apimanifest-0.3', 'apimanifest-0.2'];

/**
 * Checks a JSON value against the schema of the format version that it declares (sections 2.1 and 9). Takes any JSON
 * value of any depth and size, and never throws. An unknown version is one finding, since no other rule can apply.
 */
export function validateManifest(value: unknown): Validation {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return refused(null, [notAnObject(value)]);
  const declared: unknown = Object.hasOwn(value, 'spec_version') ? Reflect.get(value, 'spec_version') : undefined;
  const specVersion = specVersions.find(version => version === declared);
  if (specVersion === undefined) return refused(null, [unknownVersion(declared)]);
  const { fits, schema } = formats[specVersion];
  return fits(value) ? { specVersion, valid: true, findings: [], total: 0 } : explained(specVersion, schema, value);
}

const formats: Readonly<Record<SpecVersion, { fits: (value: unknown) => boolean; schema: Schema }>> = {
  'apimanifest-0.3': { fits: fits03, schema: schema03 },
  'apimanifest-0.2': { fits: fits02, schema: schema02 },
};

const SHOWN = 200;
const COUNTED = 10_000;

function explained(specVersion: SpecVersion, schema: Schema, value: object): Validation {
  const findings: Finding[] = [];
  let total = 0;
  for (const problem of problems(schema, value)) {
    if (total < SHOWN) findings.push(formatProblem(problem, schema));
    total += 1;
    if (total === COUNTED) break;
  }
  if (total === 0)
    throw new Error('The compiled validator refuses a manifest that the explanation finds without fault.');
  return { specVersion, valid: false, findings, total };
}

function refused(specVersion: null, findings: readonly Finding[]): Validation {
  return { specVersion, valid: false, findings, total: findings.length };
}

function notAnObject(value: unknown): Finding {
  const message = 'The document is not a JSON object.';
  return finding(
    '',
    'type',
    message,
    'A manifest is one JSON object in braces: {"spec_version": "apimanifest-0.3", …}.',
    value,
  );
}

function unknownVersion(declared: unknown): Finding {
  const known = specVersions.map(version => `"${version}"`).join(' or ');
  const meant = typeof declared === 'string' ? findClosestMatch(declared, specVersions) : undefined;
  const hint = `Write "spec_version": "${meant ?? specVersions[0]}". Known versions: ${known}.`;
  if (declared === undefined)
    return finding(
      '/spec_version',
      'required',
      'spec_version is missing, so the format of the document is not known.',
      hint,
    );
  return finding('/spec_version', 'enum', 'spec_version names no format version that is known here.', hint, declared);
}
