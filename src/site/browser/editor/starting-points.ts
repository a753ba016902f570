import { completeManifest } from '#draft/complete-manifest.ts';

/** The text of a valid manifest with marked placeholders. */
export function minimalManifest(now: Date): string {
  const known = { categories: ['other'], primary_category: 'reference' } as const;
  return `${JSON.stringify(completeManifest({ known: { ...known, categories: [...known.categories] }, hints: {} }, now), null, 2)}\n`;
}
