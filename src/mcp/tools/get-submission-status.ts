import { failure, success } from '#manifest/result.ts';
import { toSafeJson } from '../safe-json.ts';
import { READ_ONLY_ERROR } from './read-only-error.ts';
import { formatSubmission, submissionSchema } from './submission-response.ts';
import { defineTool, READS_REGISTRY } from './tool.ts';

export const getSubmissionStatus = defineTool<{ readonly submission_id: string }>({
  name: 'get_submission_status',
  title: 'Get the status of a submission',
  description:
    'Returns the status of a submission: pending, validating, approved (with the listing id), or rejected (with the errors to fix).',
  input: {
    properties: {
      submission_id: {
        type: 'string',
        minLength: 1,
        maxLength: 512,
      },
    },
    required: ['submission_id'],
  },
  output: submissionSchema,
  annotations: READS_REGISTRY,
  async run({ submission_id }, { live, addresses }) {
    if (live?.submissions === undefined) return READ_ONLY_ERROR;
    const state = await live.submissions.status(submission_id);
    if (state !== undefined) return success(formatSubmission(state, addresses));
    const id = toSafeJson(submission_id.slice(0, 80));
    return failure(`Submission ${id} not found. It may have expired. Use the submission_id from submit_api.`);
  },
});
