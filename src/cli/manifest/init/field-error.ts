import type { Manifest03 } from '#manifest/manifest.ts';
import { validateManifest } from '#manifest/validate.ts';

/** Returns the problem with a value for a member of the manifest, and its fix; undefined for a valid value. */
export function findFieldError(member: keyof Manifest03, value: unknown): string | undefined {
  const [finding] = validateManifest({ ...VALID_MANIFEST, [member]: value }).findings;
  return finding && `${finding.message} ${finding.hint}`;
}

/** A manifest in which each other member is valid. */
const VALID_MANIFEST = {
  spec_version: 'apimanifest-0.3',
  name: 'Name',
  version: '1.0.0',
  description: '-'.repeat(100),
  categories: ['other'],
  primary_category: 'reference',
  endpoints: [
    {
      path: '/',
      method: 'GET',
      description: '-'.repeat(20),
      parameters: [],
      response_description: '-'.repeat(20),
    },
  ],
  pricing: { model: 'free' },
  authentication: { required: false },
  agent_notes: '-'.repeat(150),
  contact: '',
  last_updated: '2026-01-01T00:00:00Z',
} satisfies Manifest03;
