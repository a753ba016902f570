import type { Basis as BasisDetail } from '#contract/detail.ts';
import { type Finding, finding } from '#manifest/finding.ts';

/** A record written from public documentation, because the provider serves no manifest. */
export interface DocumentationSource {
  readonly type: 'documentation';
  readonly documentation_url: string;
  /** Where the facts come from. Undefined for records older than this member. */
  readonly basis?: Basis;
  /** The OpenAPI document, if that is the basis. */
  readonly openapi?: OpenApiSource;
  /** The day on which the documentation was read, as YYYY-MM-DD, if that is the basis. */
  readonly documentation_read_on?: string;
}

export type Basis = (typeof BASES)[number];

/** An OpenAPI document in a public GitHub repository. */
export interface OpenApiSource {
  /** `owner/name`. */
  readonly repository: string;
  readonly path: string;
  /** The commit that was read, as 40 hex digits. Undefined if unknown. */
  readonly commit?: string;
}

const BASES = ['openapi', 'documentation', 'knowledge'] as const;

/** Describes the basis of a record. Null for a record without one. */
export function toBasis(source: DocumentationSource): BasisDetail | null {
  const { basis: type, openapi, documentation_read_on: readOn = null } = source;
  if (type === undefined) return null;
  const { repository, path, commit = null } = openapi ?? {};
  const document = repository === undefined || path === undefined ? null : { repository, path, commit };
  return { type, description: describeBasis(source), openapi: document, documentation_read_on: readOn };
}

function describeBasis({ basis, openapi, documentation_read_on: readOn }: DocumentationSource): string {
  if (basis === 'openapi' && openapi) {
    const { repository, path, commit } = openapi;
    const version = commit === undefined ? '' : `, at commit ${commit.slice(0, 7)}`;
    return `The facts come from the OpenAPI document ${path} in the GitHub repository ${repository}${version}.`;
  }
  if (basis === 'documentation') return `The facts come from the documentation, read on ${readOn}.`;
  return 'The facts were written from general knowledge and compared with no source.';
}

/** Checks the basis of a documentation source. `documentation_url` is checked with the other URLs of a record. */
export function basisFindings(source: Readonly<Record<string, unknown>>): Finding[] {
  const { basis, openapi, documentation_read_on } = source;
  const findings: Finding[] = [];
  if (basis !== undefined && !BASES.some(each => each === basis)) {
    const hint = `Use one of: ${BASES.join(', ')}.`;
    findings.push(finding('/source/basis', 'enum', 'The basis is unknown.', hint, basis));
  }
  if (basis === 'openapi' ? !isOpenApiSource(openapi) : openapi !== undefined) {
    const hint = 'With basis "openapi", set openapi to {"repository": "owner/name", "path", "commit"}; else remove it.';
    findings.push(finding('/source/openapi', 'basis', 'openapi does not match the basis.', hint, openapi));
  }
  if (basis === 'documentation' ? !isDay(documentation_read_on) : documentation_read_on !== undefined) {
    const hint = 'With basis "documentation", set documentation_read_on to a day such as 2026-11-22; else remove it.';
    const message = 'documentation_read_on does not match the basis.';
    findings.push(finding('/source/documentation_read_on', 'basis', message, hint, documentation_read_on));
  }
  return findings;
}

function isOpenApiSource(value: unknown): value is OpenApiSource {
  if (typeof value !== 'object' || value === null) return false;
  const { repository, path, commit } = value as Readonly<Record<string, unknown>>;
  return (
    typeof repository === 'string' &&
    /^[\w.-]+\/[\w.-]+$/.test(repository) &&
    typeof path === 'string' &&
    /^[^/]/.test(path) &&
    (commit === undefined || (typeof commit === 'string' && /^[0-9a-f]{40}$/.test(commit)))
  );
}

function isDay(value: unknown): boolean {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}
