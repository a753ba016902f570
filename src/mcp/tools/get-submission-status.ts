import { toSafeJson } from '../safe-json.ts';
import { READ_ONLY_COPY } from './read-only-copy.ts';
import { formatSubmission, submissionSchema } from './submission-response.ts';
import { READS_REGISTRY, tool } from './tool.ts';

export const getSubmissionStatus = tool<{ readonly submission_id: string }>({
  name: 'get_submission_status',
  title: 'Get the status of a submission',
  description:
    'Tells how a submission stands: pending, validating, approved (with the id of its listing) or rejected (with what to mend).',
  input: {
    properties: {
      submission_id: { type: 'string', minLength: 1, maxLength: 512, description: 'What submit_api answered with.' },
    },
    required: ['submission_id'],
  },
  output: submissionSchema,
  annotations: READS_REGISTRY,
  async run({ submission_id }, { live, addresses }) {
    if (live?.submissions === undefined) return READ_ONLY_COPY;
    const state = await live.submissions.status(submission_id);
    if (state !== undefined) return formatSubmission(state, addresses);
    const shown = toSafeJson(submission_id.slice(0, 80));
    return {
      fault: `There is no submission ${shown}, or it is long past. Use the submission_id that submit_api gave.`,
    };
  },
});
