import { expect, test } from 'vitest';
import { addresses } from '../../catalog/catalog.fixture.ts';
import { DOCUMENTATION } from './documentation.ts';

/** The site generates their Markdown from the text of the page. Without a build, a placeholder replaces it. */
const OF_THE_SITE: readonly string[] = ['/docs/publishing/', '/docs/agents/'];

const made = DOCUMENTATION.filter(page => page.markdown && !OF_THE_SITE.includes(page.path));

test.each(made)('starts $path with the title from the navigation', ({ title, markdown }) => {
  expect(markdown?.(addresses).split('\n')[0]).toBe(`# ${title}`);
});
