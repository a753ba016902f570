import { type Finding, finding } from './finding.ts';
import type { Manifest } from './manifest.ts';

/** The verdict on a manifest. */
export interface Validation {
  /** The declared format version when it is a known one, else null. */
  readonly specVersion: Manifest['spec_version'] | null;
  readonly valid: boolean;
  /** The problems in a fixed order, at most 200 of them. */
  readonly findings: readonly Finding[];
  /** How many problems there are in all. */
  readonly total: number;
}

const KNOWN = ['apimanifest-0.3', 'apimanifest-0.2'] as const;

/** Checks a parsed JSON value against the schema of the version it declares. Never throws. */
export function validateManifest(value: unknown): Validation {
  const declared = typeof value === 'object' && value !== null && 'spec_version' in value ? value.spec_version : null;
  const specVersion = KNOWN.find(version => version === declared) ?? null;
  const findings =
    specVersion === null
      ? [finding('/spec_version', 'enum', 'The format version is not known.', `Use ${KNOWN.join(' or ')}.`, declared)]
      : [];
  return { specVersion, valid: findings.length === 0, findings, total: findings.length };
}
