import { completeManifest, listTodos } from '#draft/complete-manifest.ts';
import { createDraft } from '#draft/openapi/draft.ts';
import { parseOpenapiDocument } from '#draft/openapi/openapi-document.ts';
import type { Finding } from '#manifest/finding.ts';
import { isObject } from '#manifest/json-object.ts';
import { formatCount } from '#manifest/text/format-count.ts';
import { MAX_MANIFEST_BYTES, parseManifestText } from '#manifest/text/manifest-text.ts';
import { isLikelyManifest, validateManifest } from '#manifest/validate.ts';
import { ManifestError, type ManifestOptions } from './manifest-error.ts';

export interface CheckedManifest {
  /** As JSON. */
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly lastUpdated: number;
}

/** Tolerates clocks that differ. */
const MAX_CLOCK_DIFFERENCE_MS = 5 * 60_000;

/**
 * Validates a manifest, or creates one from an OpenAPI document.
 *
 * @param now milliseconds since 1970
 * @throws ManifestError with all problems
 */
export function checkManifest(document: object, options: ManifestOptions, now: number): CheckedManifest {
  // Without types, servers also pass the text of a file, or null for an empty one.
  if (!isObject(document)) throw createError(validateManifest(document).findings);
  requireDate(options.lastUpdated);
  const isOpenapi = !isLikelyManifest(document) && ('openapi' in document || 'swagger' in document);
  const manifest: Readonly<Record<string, unknown>> = {
    ...(isOpenapi ? createDraftManifest(document, options) : document),
    ...(!isOpenapi && options.members),
  };
  const declared = toLater(manifest.last_updated, options.lastUpdated);
  const complete = { ...manifest, ...(declared !== undefined && { last_updated: declared }) };
  const { findings } = validateManifest(complete);
  if (findings.length > 0) throw createError(findings);
  const lastUpdated = Date.parse(String(declared));
  if (lastUpdated > now + MAX_CLOCK_DIFFERENCE_MS)
    throw new ManifestError('The manifest has 1 error:', [
      `last_updated is in the future: ${declared}. Set it to the time of the last change.`,
    ]);
  const text = toText(complete);
  const parsed = parseManifestText(text);
  if (!parsed.ok) throw createError(parsed.error);
  return { text, lastUpdated };
}

function createError(findings: readonly Finding[]): ManifestError {
  const problems = findings.map(({ message, hint }) => `${message} ${hint}`);
  return new ManifestError(`The manifest has ${formatCount(problems.length, 'error')}:`, problems);
}

/**
 * A missing setting, such as the time of the build, becomes an invalid date.
 * @throws ManifestError for a value that is not a valid date
 */
function requireDate(date: unknown): void {
  if (date === undefined || (date instanceof Date && !Number.isNaN(date.getTime()))) return;
  throw new ManifestError('The option "lastUpdated" is invalid:', [
    `It is ${date instanceof Date ? 'an invalid date' : 'not a Date'}. Pass a valid Date, or omit the option.`,
  ]);
}

/** Formats a manifest for readers, unless that makes it too large. */
function toText(manifest: object): string {
  const text = JSON.stringify(manifest, null, 2);
  return new TextEncoder().encode(text).length > MAX_MANIFEST_BYTES ? JSON.stringify(manifest) : text;
}

/** Returns the later time, because a file often changes without its `last_updated`. */
function toLater(declared: unknown, changed: Date | undefined): unknown {
  if (changed === undefined) return declared;
  const isStale = declared === undefined || Date.parse(String(declared)) < changed.getTime() - MAX_CLOCK_DIFFERENCE_MS;
  return isStale ? toInstant(changed) : declared;
}

function toInstant(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, 'Z');
}

/**
 * Creates a manifest from an OpenAPI document and the members that it lacks.
 *
 * @throws ManifestError for an unsupported document, and for missing members
 */
function createDraftManifest(
  document: object,
  { members = {}, origin, lastUpdated }: ManifestOptions,
): Readonly<Record<string, unknown>> {
  const parsed = parseOpenapiDocument(new TextEncoder().encode(JSON.stringify(document)));
  if (!parsed.ok) throw new ManifestError('The OpenAPI document cannot be used:', [parsed.error]);
  const { known, hints } = createDraft(parsed.value, { origin, url: undefined, only: [] });
  const { last_updated: _, ...manifest } = completeManifest({ known, hints }, lastUpdated ?? new Date(0));
  const complete: Readonly<Record<string, unknown>> = { ...manifest, ...members };
  const open = listTodos(complete).map(pointer => `Set ${pointer.slice(1).replaceAll('/', '.')} in "members".`);
  if (open.length > 0) throw new ManifestError('The OpenAPI document lacks members of a manifest:', open);
  return complete;
}
