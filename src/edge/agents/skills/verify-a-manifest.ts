import { meaning, values } from '#manifest/taxonomy.ts';
import { CHECKS } from '#verify/checks/all-checks.ts';
import type { Skill } from './skill.ts';

export const verifyAManifest: Skill = {
  name: 'verify-a-manifest',
  description: ({ siteName }) =>
    `Checks an API manifest, or a live API against its manifest, with the validator of the ${siteName}, and mends what is wrong. Use it before an API is submitted, when a listing lapsed or was rejected, or to find out whether what a manifest says of an API is true.`,
  queries: ['check my API manifest', 'why was my API not listed', 'does this API do what its manifest says'],
  instructions: ({ site, validator }) => `# Verify a manifest

The validator answers 200 whether a manifest passes or not; the verdict is \`passed\`. It sends only GET and HEAD, without credentials, and no money moves.

## Check

- A manifest alone, without asking anybody: \`POST ${validator}/validate\` with \`{"manifest": {…}}\`
- What an origin serves now, and whether it is true: \`POST ${validator}/validate\` with \`{"url": "https://api.example.com"}\`

Both with \`Content-Type: application/json\`. The body has at most 1 MiB.

## Read the report

\`errors\` has every reason why it did not pass. Each has \`pointer\` (the place in the manifest, as a JSON Pointer), \`rule\`, \`message\`, and \`hint\`: mend the place as the hint says, and check again.

\`checks\` has what each check came to: \`outcome\` is \`passed\`, \`failed\`, \`skipped\` or \`inconclusive\`, and \`evidence\` is what was asked and answered.

${CHECKS.map(({ name, severity, meaning: text }) => `- \`${name}\` (${severity}): ${text}`).join('\n')}

Only a check of severity \`error\` prevents listing. Findings of \`lint\` are warnings: mend them where they are right.

When \`retryable\` is true nothing has to be mended: a check could not decide, so try again in some minutes.

## Badges

${values('badges')
  .map(badge => `- \`${badge}\`: ${meaning('badges', badge)}`)
  .join('\n')}

More: [how verification works](${site}/docs/verification/index.md), [every member of a manifest](${site}/docs/manifest/index.md).
`,
};
