import type { Manifest } from '#manifest/manifest.ts';

/** The authentication of a call (specification, sections 2.1.3 and 2.1.4). */
export interface Credentials {
  readonly required: boolean;
  readonly type: string | null;
  /** The header to send, with a placeholder for the credential. Null if the manifest does not declare it. */
  readonly header: { readonly name: string; readonly value: string } | null;
  /** Publisher text. */
  readonly instructions: string | null;
  /** How an agent gets a credential without a person. Null if the manifest does not declare it. */
  readonly onboarding: object | null;
}

export function getCredentials(manifest: Manifest): Credentials {
  const { required, type = null, instructions = null } = manifest.authentication;
  return {
    required,
    type,
    header: required ? getHeader(manifest) : null,
    instructions,
    onboarding: getOnboarding(manifest),
  };
}

function getHeader({ authentication }: Manifest): Credentials['header'] {
  const { type } = authentication;
  if (type === 'bearer' || type === 'oauth2') return { name: 'Authorization', value: 'Bearer {token}' };
  const { header } = ('config' in authentication && authentication.config) || {};
  const isToken = typeof header === 'string' && /^[A-Za-z0-9-]{1,64}$/.test(header);
  return type === 'api_key' && isToken ? { name: header, value: '{key}' } : null;
}

function getOnboarding(manifest: Manifest): object | null {
  if (manifest.spec_version === 'apimanifest-0.3') return manifest.payment?.onboarding ?? null;
  const { checkout_url, key_provisioning_url } = manifest.payment ?? {};
  return checkout_url === undefined ? null : { checkout_url, key_provisioning_url: key_provisioning_url ?? null };
}
