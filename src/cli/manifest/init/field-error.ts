import type { Manifest03 } from '#manifest/manifest.ts';
import { validateManifest } from '#manifest/validate.ts';

/** What is wrong with a value for a member of the manifest, and how to mend it; undefined when nothing is. */
export function findFieldError(member: keyof Manifest03, value: unknown): string | undefined {
  const [finding] = validateManifest({ ...VALID, [member]: value }).findings;
  return finding && `${finding.message} ${finding.hint}`;
}

/** Everything that is not asked about is right. */
const VALID = {
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
