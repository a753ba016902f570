import { reference } from '../data/reference.ts';
import { settings } from '../settings.ts';
import { listResources } from './api-resources.ts';
import { CHAPTERS } from './chapters.ts';
import { type DocsEntry, splitSections } from './split-sections.ts';
import { writeMarkdownPages } from './written-texts.ts';

/** Lists the sections of all pages: of handwritten pages with their text, of the API reference with their summary. */
export function createDocsIndex(): readonly DocsEntry[] {
  const pages = CHAPTERS.map(({ path, title, summary }) => ({ href: path, title, text: summary }));
  const written = [...writeMarkdownPages(reference, settings)].flatMap(([path, markdown]) => {
    const { title = '' } = CHAPTERS.find(each => each.path === path) ?? {};
    return path === '/docs/changelog/' ? [] : splitSections(markdown, path, title);
  });
  const operations = listResources(reference.openapi, settings.registryUrl).flatMap(resource =>
    resource.operations.map(({ anchor, title, method, path, text, parameters }) => ({
      href: `${resource.path}#${anchor}`,
      title: `API: ${title}`,
      text: [method, path, text, parameters.map(parameter => parameter.path).join(', ')].join(' ').trimEnd(),
    })),
  );
  return [...pages, ...written, ...operations];
}
