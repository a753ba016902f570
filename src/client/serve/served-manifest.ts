import { completeManifest, listTodos } from '#draft/complete-manifest.ts';
import { createDraft } from '#draft/openapi/draft.ts';
import { parseOpenapiDocument } from '#draft/openapi/openapi-document.ts';
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
  const isOpenapi = !isLikelyManifest(document) && ('openapi' in document || 'swagger' in document);
  const manifest: Readonly<Record<string, unknown>> = {
    ...(isOpenapi ? createDraftManifest(document, options) : document),
    ...(!isOpenapi && options.members),
  };
  const declared = toLater(manifest.last_updated, options.lastUpdated);
  const complete = { ...manifest, ...(declared !== undefined && { last_updated: declared }) };
  const { findings } = validateManifest(complete);
  if (findings.length > 0) {
    const problems = findings.map(({ message, hint }) => `${message} ${hint}`);
    throw new ManifestError(
      `The manifest has ${problems.length === 1 ? '1 error' : `${problems.length} errors`}:`,
      problems,
    );
  }
  const lastUpdated = Date.parse(String(declared));
  if (lastUpdated > now + MAX_CLOCK_DIFFERENCE_MS)
    throw new ManifestError('The manifest has 1 error:', [
      `last_updated is in the future: ${declared}. Set it to the time of the last change.`,
    ]);
  return { text: JSON.stringify(complete, null, 2), lastUpdated };
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
