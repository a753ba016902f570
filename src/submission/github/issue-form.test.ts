import { expect, test } from 'vitest';
import { parseIssueForm } from './issue-form.ts';

const HEADING = '### API URL';

test.each([
  `${HEADING}\n\nhttps://api.example.com\n`,
  `${HEADING}\r\n\r\n  https://api.example.com/docs?x#y  \r\n`,
  `${HEADING}\n\n<https://api.example.com>\n`,
  `${HEADING}\n\n\`https://api.example.com\`\n`,
])('submits the single URL below the heading: %j', body => {
  expect(parseIssueForm(body)).toMatchObject({ ok: true, value: { id: 'api.example.com' } });
});

test.each([
  ['nothing', ''],
  ['no heading', 'https://api.example.com'],
  ['no response', `${HEADING}\n\n_No response_\n`],
  ['an empty response', `${HEADING}\n\n`],
  ['two URLs', `${HEADING}\n\nhttps://a.example.com\nhttps://b.example.com\n`],
  ['a URL with other words', `${HEADING}\n\nhttps://a.example.com please\n`],
  ['a URL and a second field', `${HEADING}\n\nhttps://a.example.com\n\n### More\n\nhttps://b.example.com`],
  ['a command', `${HEADING}\n\n$(curl https://a.example.com)\n`],
  ['another scheme', `${HEADING}\n\njavascript:alert(1)\n`],
  ['credentials', `${HEADING}\n\nhttps://user:secret@api.example.com\n`],
])('rejects %s', (_, body) => {
  expect(parseIssueForm(body)).toMatchObject({ ok: false, error: expect.stringMatching(/\.$/) });
});
