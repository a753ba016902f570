import { settings } from '../settings.ts';
import type { ChapterPath } from './chapters.ts';

/** The sources of the handwritten pages. */
const SOURCES: Partial<Record<ChapterPath, string>> = {
  '/docs/publishing/': 'src/site/docs/publishing.md',
  '/docs/cli/': 'src/site/docs/cli.md',
  '/docs/verification/': 'src/site/docs/verification.md',
  '/docs/agents/': 'src/site/docs/agents.md',
  '/docs/self-hosting/': 'src/site/docs/self-hosting.md',
  '/docs/runbooks/': 'src/site/docs/runbooks.md',
  '/docs/scale/': 'src/site/docs/scale.md',
  '/docs/performance/': 'src/site/docs/performance.md',
  '/docs/license/': 'src/site/docs/license.md',
  '/docs/changelog/': 'CHANGELOG.md',
};

/** Returns the URL that edits a page in the repository. Undefined for generated pages and without a repository. */
export function getEditUrl(path: ChapterPath, repository = settings.repository): string | undefined {
  const source = SOURCES[path];
  return source === undefined || repository === undefined ? undefined : `${repository}/edit/main/${source}`;
}
