import type { CheckResult, Evidence, Outcome, Report, ReportFinding } from '#contract/report.ts';
import { isObject, type JsonObject } from '#manifest/json-object.ts';

const OUTCOMES: readonly unknown[] = ['passed', 'failed', 'skipped', 'inconclusive'] satisfies Outcome[];

/** Validates the report in an observation. Undefined for older observations with another shape. */
export function getLastReport(value: unknown): Report | undefined {
  const { validated_at, passed, checks } = members(value);
  if (typeof validated_at !== 'string' || typeof passed !== 'boolean' || !Array.isArray(checks)) return undefined;
  const read = checks.map(checkOf);
  return read.every(check => check !== undefined) ? { ...(value as Report), checks: read } : undefined;
}

function checkOf(value: unknown): CheckResult | undefined {
  const { name, outcome, severity, message, hint, evidence, findings = [] } = members(value);
  if (!areTexts(name, severity, message) || !OUTCOMES.includes(outcome)) return undefined;
  if (!/^[a-z_]+$/.test(String(name))) return undefined;
  if (!Array.isArray(evidence) || !evidence.every(isEvidence)) return undefined;
  if (!Array.isArray(findings) || !findings.every(isFinding)) return undefined;
  const known = value as CheckResult;
  return { ...known, hint: typeof hint === 'string' ? hint : null, evidence, findings: findings.map(withPlainAnchor) };
}

function isEvidence(value: unknown): value is Evidence {
  const { method, url, status, at, ms } = members(value);
  return areTexts(method, url, at) && (status === null || typeof status === 'number') && typeof ms === 'number';
}

function isFinding(value: unknown): value is ReportFinding {
  const { field, message, hint } = members(value);
  return areTexts(field, message, hint);
}

function areTexts(...values: readonly unknown[]): boolean {
  return values.every(value => typeof value === 'string');
}

/** Accepts only valid fragments of rules. */
function withPlainAnchor({ anchor, ...finding }: ReportFinding): ReportFinding {
  return anchor !== undefined && /^lint-[a-z0-9-]+$/.test(anchor) ? { ...finding, anchor } : finding;
}

function members(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}
