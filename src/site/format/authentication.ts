import type { Authentication, Authentication02 } from '#manifest/manifest.ts';
import { title } from '#manifest/taxonomy.ts';

/** The APIs that can be called without credentials. Some of them accept credentials. */
export const NO_KEY_NEEDED = `${title('authentication', 'none')}, or ${title('authentication', 'optional').toLowerCase()}`;

/** Formats the required credentials (specification, section 2.1.4). */
export function formatAuthentication({
  required,
  type,
}: Pick<Authentication | Authentication02, 'required' | 'type'>): string {
  const kind = type && type !== 'none' ? title('auth_types', type) : null;
  if (!required) return kind ? `Optional: ${kind}` : title('authentication', 'none');
  if (kind) return `${kind} required`;
  return type === 'none' ? 'Required, but the type is "none"' : 'Required, type not stated';
}
