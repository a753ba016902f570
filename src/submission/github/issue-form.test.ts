import { expect, test } from 'vitest';
import { submittedInIssue } from './issue-form.ts';

const HEADING = '### API URL';

test.each([`${HEADING}\n\nhttps://api.example.com\n`, `${HEADING}\r\n\r\n  https://api.example.com/docs?x#y  \r\n`])(
  'the one address below the heading is submitted: %j',
  body => {
    expect(submittedInIssue(body)).toMatchObject({ ok: true, origin: { id: 'api.example.com' } });
  },
);

test.each([
  ['nothing', ''],
  ['no heading', 'https://api.example.com'],
  ['no answer', `${HEADING}\n\n_No response_\n`],
  ['an empty answer', `${HEADING}\n\n`],
  ['two addresses', `${HEADING}\n\nhttps://a.example.com\nhttps://b.example.com\n`],
  ['an address and words', `${HEADING}\n\nhttps://a.example.com please\n`],
  ['an address and a second question', `${HEADING}\n\nhttps://a.example.com\n\n### More\n\nhttps://b.example.com`],
  ['a command', `${HEADING}\n\n$(curl https://a.example.com)\n`],
  ['another scheme', `${HEADING}\n\njavascript:alert(1)\n`],
  ['credentials', `${HEADING}\n\nhttps://user:secret@api.example.com\n`],
])('%s is not guessed at', (_, body) => {
  expect(submittedInIssue(body)).toMatchObject({ ok: false, reason: expect.stringMatching(/\.$/) });
});
