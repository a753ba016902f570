import { completeManifest } from '#draft/complete-manifest.ts';
import { createDraft } from '#draft/openapi/draft.ts';
import { parseOpenapiDocument } from '#draft/openapi/openapi-document.ts';
import { describeSuggestions } from '#draft/openapi/suggestions.ts';

/**
 * A draft manifest from an OpenAPI document with notes on assumptions and omissions, or the reason it cannot be
 * imported.
 */
export type Imported = { readonly text: string; readonly notes: readonly string[] } | { readonly refusal: string };

/** @param bytes an OpenAPI document of version 2.0 or 3.0 to 3.2, JSON or YAML */
export function importManifest(bytes: Uint8Array, now: Date): Imported {
  const document = parseOpenapiDocument(bytes);
  if (!document.ok) return { refusal: document.error };
  const draft = createDraft(document.value);
  return {
    text: `${JSON.stringify(completeManifest(draft, now), null, 2)}\n`,
    notes: [...draft.notes, ...describeSuggestions(draft.suggestions, draft.known)],
  };
}
