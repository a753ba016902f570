import { expect, test } from 'vitest';
import { splitSections } from './split-sections.ts';

const TEXT = `# Page

## The \`REGISTRY_URL\` setting

Set \`REGISTRY_URL\` and **read** _all_ of [the list](/docs/), with \`?auth_required=false\`.

\`\`\`sh
## no heading
\`\`\`
`;

test('leaves out the lines of tables', () => {
  const table = '## Limits\n\n| | Limit |\n| --- | :--: |\n| reads | - |\n| checks | 30 |\n';
  expect(splitSections(table, '/docs/page/', 'Page')[0]?.text).toBe('Limit reads - checks 30');
});

test('splits a page at its headings, and keeps the underscores of names', () => {
  expect(splitSections(TEXT, '/docs/page/', 'Page')).toEqual([
    {
      href: '/docs/page/#the-registry_url-setting',
      title: 'Page: The REGISTRY_URL setting',
      text: 'Set REGISTRY_URL and read all of the list, with ?auth_required=false. sh no heading',
    },
  ]);
});
