import { expect, test } from 'vitest';
import { addresses } from '../../catalog/catalog.fixture.ts';
import { DOCUMENTATION } from './documentation.ts';

/** Their Markdown is written by the site from the page's own text; what is made here stands in without a build. */
const OF_THE_SITE: readonly string[] = ['/docs/publishing/', '/docs/agents/'];

const made = DOCUMENTATION.filter(page => page.markdown && !OF_THE_SITE.includes(page.path));

test.each(made)('$path begins with the title that the navigation has', ({ title, markdown }) => {
  expect(markdown?.(addresses).split('\n')[0]).toBe(`# ${title}`);
});
