import { MANIFEST_PATH, resolveOrigin } from '#listing/origin.ts';
import { failure, success } from '#manifest/result.ts';
import { READ_ONLY_ERROR } from './read-only-error.ts';
import { formatSubmission, submissionSchema } from './submission-response.ts';
import { defineTool } from './tool.ts';

export const submitApi = defineTool<{ readonly url: string }>({
  name: 'submit_api',
  title: 'Submit an API',
  description: `Submits an API that serves a valid manifest at ${MANIFEST_PATH}, or updates its listing. Check it first with validate_manifest. The manifest becomes public. Submit only for the publisher or at the request of your user.`,
  input: {
    properties: {
      url: {
        type: 'string',
        maxLength: 2048,
        examples: ['https://api.example.com'],
      },
    },
    required: ['url'],
  },
  output: submissionSchema,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  async run({ url }, { live, addresses }, client) {
    if (live?.submissions === undefined) return READ_ONLY_ERROR;
    const origin = resolveOrigin(url);
    if (!origin.ok) return origin;
    const refusal = live.refusal(origin.value, client);
    if (refusal !== undefined) return failure(refusal);
    return success(formatSubmission(await live.submissions.submit(origin.value, client), addresses));
  },
});
