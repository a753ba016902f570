import type { SubmissionState } from '#contract/submission.ts';
import type { Origin } from '#listing/origin.ts';
import { SubmissionError, type Submissions } from '#submission/submission.ts';

const COMMON = { created_at: '2026-11-20T06:00:00Z', updated_at: '2026-11-20T06:00:01Z' };

type Stage = 'pending' | 'validating' | 'approved' | 'live' | 'rejected';

/** Returns submissions that advance to the next stage with each status request. */
export function stagedSubmissions(stages: readonly Stage[]): Submissions {
  let origin: Origin | undefined;
  let at = -1;
  return {
    async submit(submitted) {
      if (submitted.host.startsWith('refused')) throw new SubmissionError('refused', 'This origin is blocked.');
      origin = submitted;
      at = 0;
      return state(origin, stages[0] ?? 'pending');
    },
    async status(id) {
      if (!origin || id !== `s-${origin.id}`) return undefined;
      at = Math.min(at + 1, stages.length - 1);
      return state(origin, stages[at] ?? 'pending');
    },
  };
}

function state({ id, url }: Origin, stage: Stage): SubmissionState {
  const common = { submission_id: `s-${id}`, listing_id: id, url, ...COMMON };
  if (stage === 'pending' || stage === 'validating') return { ...common, status: stage };
  if (stage === 'rejected') {
    const errors = [{ pointer: '/name', field: 'name', rule: 'required', message: 'It is missing.', hint: 'Add it.' }];
    return {
      ...common,
      status: 'rejected',
      reason: 'The manifest breaks a rule. See `errors`.',
      errors,
      report: null,
      retryable: false,
    };
  }
  return {
    ...common,
    status: 'approved',
    outcome: 'listed',
    similar_names: [],
    report: null,
    live: stage === 'live',
  };
}
