import type { Skill } from './skill.ts';

export const publishAnApi: Skill = {
  name: 'publish-an-api',
  description: ({ siteName }) =>
    `Lists an API in the ${siteName} so that agents find it: writes its manifest, serves it at /.well-known/api-manifest.json on the origin of the API, submits the address, and follows the submission until it is listed or says what to mend. Use it when somebody wants their API to be found and used by agents.`,
  queries: ['list my API so that agents find it', 'write an API manifest for my API', 'submit my API to the registry'],
  instructions: ({ registry, site, validator }) => `# Publish an API

Listing is free, needs no account, and is decided by checks alone: the origin of the API has to serve a valid manifest and answer.

## Steps

1. Write the manifest as JSON, in format \`apimanifest-0.3\`. Every member with its rules is in the [manifest reference](${site}/docs/manifest/index.md); the schema is ${site}/schemas/v0.3/manifest.json and carries a whole example. Say only what is true of the API as it is now. Ask its owner for what you do not know, above all prices, limits and contact.

   \`description\` has at least 100 characters and \`agent_notes\` at least 150: write in the notes what an agent gets wrong without them, such as units, order of calls, and errors to expect.

2. Check it before it is served, until \`passed\` is true. Each member of \`errors\` has the place (\`pointer\`), the rule, and a hint how to mend it:

   \`\`\`
   POST ${validator}/validate
   Content-Type: application/json

   {"manifest": {…}}
   \`\`\`

3. Serve it at \`/.well-known/api-manifest.json\` on the API's own origin: over https, with status 200, as JSON, without credentials and without a redirect to another origin.

4. Check what is served: \`POST ${validator}/validate\` with \`{"url": "https://api.example.com"}\`.

5. Submit the address:

   \`\`\`
   POST ${registry}/listings/submit
   Content-Type: application/json

   {"url": "https://api.example.com"}
   \`\`\`

   The answer is 202 with \`data.status_url\`. GET that address, waiting as long as \`Retry-After\` says, until \`data.status\` is \`approved\` (then \`data.listing_url\` is the listing) or \`rejected\` (then \`data.errors\` and \`data.report\` say why; with \`data.retryable\` true, try again later and change nothing).

## Afterwards

- A changed manifest is taken over at the next check, or at once when the address is submitted again.
- \`listing_requested: false\` in the manifest withdraws the listing at the next check.
- The id of the listing is the host of the API, such as \`api.example.com\`: ${registry}/listings/{id}
`,
};
