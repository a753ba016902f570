import { isLikelyManifest, validateManifest } from '#manifest/validate.ts';
import { createDraftManifest } from './draft-manifest.ts';
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
