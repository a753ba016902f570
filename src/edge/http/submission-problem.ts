import { SubmissionError } from '#submission/submission.ts';
import { Problem } from './problem.ts';

/**
 * Converts the error of a rejected submission or check to a problem.
 * @throws Problem `address-refused`, `too-many-requests`, or `unavailable`; other errors unchanged
 */
export async function toProblem<T>(result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    if (!(error instanceof SubmissionError)) throw error;
    const type = ({ refused: 'address-refused', 'too-many': 'too-many-requests', unavailable: 'unavailable' } as const)[
      error.kind
    ];
    const headers = error.retryAfter === undefined ? {} : { 'Retry-After': String(Math.ceil(error.retryAfter)) };
    const errors = error.details.map(detail => ({ pointer: '/url', detail }));
    throw new Problem(type, error.message, { headers, errors, cause: error });
  }
}
