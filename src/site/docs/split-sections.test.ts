import { expect, test } from 'vitest';
import { splitSections } from './split-sections.ts';

const TEXT = `# Page

## The \`REGISTRY_URL\` setting

Set \`REGISTRY_URL\` and **read** _all_ of [the list](/docs/), with \`?auth_required=false\`.

\`\`\`sh
## no heading
\`\`\`
`;

test('splits a page at its headings, and keeps the underscores of names', () => {
  expect(splitSections(TEXT, '/docs/page/', 'Page')).toEqual([
    {
      href: '/docs/page/#the-registry_url-setting',
      title: 'Page: The REGISTRY_URL setting',
      text: 'Set REGISTRY_URL and read all of the list, with ?auth_required=false. sh no heading',
    },
  ]);
});
