import { MANIFEST_PATH } from '#listing/origin.ts';
import { READ_ONLY_COPY } from './read-only-copy.ts';
import { resolveOrigin } from './resolve-origin.ts';
import { formatSubmission, submissionSchema } from './submission-response.ts';
import { tool } from './tool.ts';

export const submitApi = tool<{ readonly url: string }>({
  name: 'submit_api',
  title: 'Submit an API',
  description: `Asks for an API to be listed, or to be checked again when it is. The API has to serve a valid manifest at ${MANIFEST_PATH}; validate_manifest with its url tells beforehand whether it will pass. Its manifest becomes public. Do this only for the publisher, or at your user's wish.`,
  input: {
    properties: {
      url: {
        type: 'string',
        maxLength: 2048,
        description: 'The address of the API.',
        examples: ['https://api.example.com'],
      },
    },
    required: ['url'],
  },
  output: submissionSchema,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  async run({ url }, { live, addresses }, asker) {
    if (live?.submissions === undefined) return READ_ONLY_COPY;
    const named = resolveOrigin(url);
    if (!named.ok) return { fault: named.reason };
    const refusal = live.refusal(named.origin, asker);
    if (refusal !== undefined) return { fault: refusal };
    return formatSubmission(await live.submissions.submit(named.origin, asker), addresses);
  },
});
