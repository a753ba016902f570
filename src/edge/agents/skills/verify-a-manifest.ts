import { meaning, values } from '#manifest/taxonomy.ts';
import { CHECKS } from '#verify/checks/all-checks.ts';
import type { Skill } from './skill.ts';

export const verifyAManifest: Skill = {
  name: 'verify-a-manifest',
  description: ({ siteName }) =>
    `Checks an API manifest, or a live API against its manifest, with the validator of the ${siteName}, and fixes the errors. Use it before you submit an API, when a submission was rejected or a listing lapsed, or to find out whether a manifest describes an API correctly.`,
  queries: ['check my API manifest', 'why was my API not listed', 'does this API match its manifest'],
  instructions: ({ site, validator }) => `# Verify a manifest

The validator returns 200 whether a manifest passes or fails; \`passed\` has the result. It sends only GET and HEAD requests, without credentials, and never pays.

## Check

- Only a manifest, without requests to the API: \`POST ${validator}/validate\` with \`{"manifest": {…}}\`
- The manifest that an origin serves, and its endpoints: \`POST ${validator}/validate\` with \`{"url": "https://api.example.com"}\`

Send both with \`Content-Type: application/json\`. The maximum body size is 1 MiB.

## Read the report

\`errors\` has all problems that prevent a pass. Each has \`pointer\` (the location in the manifest, as a JSON Pointer), \`rule\`, \`message\`, and \`hint\`. Apply the hint and check again.

\`checks\` has the result of each check: \`outcome\` is \`passed\`, \`failed\`, \`skipped\`, or \`inconclusive\`, and \`evidence\` has the requests and responses.

${CHECKS.map(({ name, severity, meaning: text }) => `- \`${name}\` (${severity}): ${text}`).join('\n')}

Checks with severity \`warning\` do not prevent a listing, except \`lint\` with the rule \`unfinished-text\`. Its other findings are warnings: fix them if they apply. With the rule \`not-requested\`, the manifest is valid, but a submission lists nothing.

If \`retryable\` is true, no fix is needed: a check was inconclusive. Retry in a few minutes.

## Badges

${values('badges')
  .map(badge => `- \`${badge}\`: ${meaning('badges', badge)}`)
  .join('\n')}

More: [how verification works](${site}/docs/verification/index.md), [manifest reference](${site}/docs/manifest/index.md).
`,
};
