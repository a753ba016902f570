import type { Finding } from '#manifest/finding.ts';

/**
 * What a pull request's file is worth.
 * - `equal`: it is what we would write, canonically.
 * - `equal-but-times`: only times that the file cannot know differ (`created_at`, `updated_at`, the manifest's
 *   `last_updated`); `text` is what to merge in its place.
 * - `different`: it claims what the origin does not serve; `errors` say where.
 * - `needs-person`: it is a documentation record.
 */
export type FileVerdict =
  | { readonly verdict: 'equal' }
  | { readonly verdict: 'equal-but-times'; readonly text: string }
  | { readonly verdict: 'different'; readonly errors: readonly Finding[] }
  | { readonly verdict: 'needs-person'; readonly reason: string };
