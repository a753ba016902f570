import type { Skill } from './skill.ts';

export const publishAnApi: Skill = {
  name: 'publish-an-api',
  description: ({ siteName }) =>
    `Lists an API in the ${siteName} so that agents can find it: writes its manifest, serves it at /.well-known/api-manifest.json on the origin of the API, submits the URL, and polls the submission until the API is listed or the errors are known. Use it when a user wants agents to find and use their API.`,
  queries: [
    'list my API so that agents can find it',
    'write an API manifest for my API',
    'submit my API to the registry',
  ],
  instructions: ({ registry, site, validator }) => `# Publish an API

Listing is free and needs no account. Automatic checks decide: the origin of the API must serve a valid manifest, and its endpoints must respond.

## Steps

1. Write the manifest as JSON, in format \`apimanifest-0.3\`. The [manifest reference](${site}/docs/manifest/index.md) explains all members and their rules; the schema is ${site}/schemas/v0.3/manifest.json and includes a complete example. Describe the API as it is now. Ask its owner for facts that you do not know, such as prices, rate limits, and contact.

   \`description\` needs at least 100 characters and \`agent_notes\` at least 150. Use the notes to prevent mistakes of agents: explain units, the order of calls, and expected errors.

2. Check it before you serve it, until \`passed\` is true. Each member of \`errors\` has the location (\`pointer\`), the rule, and a hint for the fix:

   \`\`\`
   POST ${validator}/validate
   Content-Type: application/json

   {"manifest": {…}}
   \`\`\`

3. Serve it at \`/.well-known/api-manifest.json\` on the origin of the API: over https, with status 200, as JSON, without credentials, and without a redirect to another origin.

4. Check the served manifest: \`POST ${validator}/validate\` with \`{"url": "https://api.example.com"}\`.

5. Submit the URL:

   \`\`\`
   POST ${registry}/listings/submit
   Content-Type: application/json

   {"url": "https://api.example.com"}
   \`\`\`

   The response is 202 with \`data.status_url\`. Poll that URL with the delay in \`Retry-After\` until \`data.status\` is \`approved\` (\`data.listing_url\` is the listing) or \`rejected\` (\`data.errors\` and \`data.report\` explain why; if \`data.retryable\` is true, retry later without changes).

## Afterwards

- The registry imports a changed manifest at the next check, or immediately if you submit the URL again.
- \`listing_requested: false\` in the manifest withdraws the listing at the next check.
- The id of the listing is the host of the API, such as \`api.example.com\`: ${registry}/listings/{id}
`,
};
