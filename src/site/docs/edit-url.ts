import { settings } from '../settings.ts';
import { type ChapterPath, SOURCES } from './chapters.ts';

/** Returns the URL that edits a page in the repository. Undefined for generated pages and without a repository. */
export function getEditUrl(path: ChapterPath, repository = settings.repository): string | undefined {
  const sources: Partial<Record<ChapterPath, string>> = SOURCES;
  const source = sources[path];
  return source === undefined || repository === undefined ? undefined : `${repository}/edit/main/${source}`;
}
