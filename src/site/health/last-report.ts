/** The members of the last report that the page shows. (`verify` writes reports; the site reads them as data.) */
export interface LastReport {
  readonly at: string;
  readonly passed: boolean;
  readonly checks: readonly ReportedCheck[];
}

export interface ReportedCheck {
  readonly name: string;
  readonly outcome: Outcome;
  readonly severity: string;
  readonly message: string;
  readonly hint: string | null;
  readonly evidence: readonly ReportedEvidence[];
  readonly findings: readonly ReportedFinding[];
}

export type Outcome = 'passed' | 'failed' | 'skipped' | 'inconclusive';

export interface ReportedEvidence {
  readonly method: string;
  readonly url: string;
  readonly status: number | null;
  readonly at: string;
  readonly ms: number;
  readonly sha256?: string;
  readonly note?: string;
}

export interface ReportedFinding {
  readonly field: string;
  readonly message: string;
  readonly hint: string;
  /** The fragment of the documentation for the rule. */
  readonly anchor?: string;
}

const OUTCOMES: readonly unknown[] = ['passed', 'failed', 'skipped', 'inconclusive'] satisfies Outcome[];

/** Parses the report in an observation. Undefined for older observations with another shape. */
export function getLastReport(report: Readonly<Record<string, unknown>> | undefined): LastReport | undefined {
  const { validated_at: at, passed, checks } = report ?? {};
  if (typeof at !== 'string' || typeof passed !== 'boolean' || !Array.isArray(checks)) return undefined;
  const read = checks.map(checkOf);
  return read.every(check => check !== undefined) ? { at, passed, checks: read } : undefined;
}

function checkOf(value: unknown): ReportedCheck | undefined {
  const { name, outcome, severity, message, hint, evidence, findings = [] } = members(value);
  if (!areTexts(name, severity, message) || !OUTCOMES.includes(outcome)) return undefined;
  if (!/^[a-z_]+$/.test(String(name))) return undefined;
  if (!Array.isArray(evidence) || !evidence.every(isEvidence)) return undefined;
  if (!Array.isArray(findings) || !findings.every(isFinding)) return undefined;
  const known = value as ReportedCheck;
  return { ...known, hint: typeof hint === 'string' ? hint : null, evidence, findings: findings.map(withPlainAnchor) };
}

function isEvidence(value: unknown): value is ReportedEvidence {
  const { method, url, status, at, ms } = members(value);
  return areTexts(method, url, at) && (status === null || typeof status === 'number') && typeof ms === 'number';
}

function isFinding(value: unknown): value is ReportedFinding {
  const { field, message, hint } = members(value);
  return areTexts(field, message, hint);
}

function areTexts(...values: readonly unknown[]): boolean {
  return values.every(value => typeof value === 'string');
}

/** Accepts only valid fragments of rules. */
function withPlainAnchor({ anchor, ...finding }: ReportedFinding): ReportedFinding {
  return anchor !== undefined && /^lint-[a-z0-9-]+$/.test(anchor) ? { ...finding, anchor } : finding;
}

function members(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
