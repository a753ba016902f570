import { completeManifest, listTodos } from '#draft/complete-manifest.ts';
import { createDraft } from '#draft/openapi/draft.ts';
import { parseOpenapiDocument } from '#draft/openapi/openapi-document.ts';
import { ManifestError, type ManifestOptions } from './manifest-error.ts';

/**
 * Creates a manifest from an OpenAPI document and the members that it lacks.
 *
 * @throws ManifestError for an unsupported document, and for missing members
 */
export function createDraftManifest(
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
