import type { Authentication, Authentication02 } from '#manifest/manifest.ts';
import { title } from '#manifest/taxonomy.ts';

/** Formats the required credentials (specification, section 2.1.4). */
export function formatAuthentication({
  required,
  type,
}: Pick<Authentication | Authentication02, 'required' | 'type'>): string {
  const kind = type && type !== 'none' ? title('auth_types', type) : null;
  if (!required) return kind ? `Optional: ${kind}` : 'No credentials needed';
  if (kind) return `${kind} required`;
  return type === 'none' ? 'Required, but the type is "none"' : 'Required, type not stated';
}
