import { expect, test } from 'vitest';
import { SubmissionError } from '#submission/submission.ts';
import { toProblem } from './submission-problem.ts';

test('lists the problems that a check found', async () => {
  const error = new SubmissionError('refused', 'Not submitted. See `errors`.', { details: ['name: Add it.'] });
  await expect(toProblem(Promise.reject(error))).rejects.toMatchObject({
    type: 'address-refused',
    errors: [{ pointer: '/url', detail: 'name: Add it.' }],
  });
});
