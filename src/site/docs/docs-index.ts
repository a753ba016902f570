import { reference } from '../data/reference.ts';
import { settings } from '../settings.ts';
import { listResources } from './api-resources.ts';
import { CHAPTERS } from './chapters.ts';
import { writeMarkdownPages } from './written-texts.ts';

/** A section of the documentation: its URL, its title with that of its page, and its text. */
export interface DocsEntry {
  readonly href: string;
  readonly title: string;
  readonly text: string;
}

/** Lists the sections of all pages: of handwritten pages with their text, of the API reference with their summary. */
export function createDocsIndex(): readonly DocsEntry[] {
  const pages = CHAPTERS.map(({ path, title, summary }) => ({ href: path, title, text: summary }));
  const written = [...writeMarkdownPages(reference, settings)].flatMap(([path, markdown]) => {
    const { title = '' } = CHAPTERS.find(each => each.path === path) ?? {};
    return path === '/docs/changelog/' ? [] : splitSections(markdown, path, title);
  });
  const operations = listResources(reference.openapi, settings.registryUrl).flatMap(resource =>
    resource.operations.map(({ anchor, title, method, path, text }) => ({
      href: `${resource.path}#${anchor}`,
      title: `API: ${title}`,
      text: `${method} ${path} ${text}`,
    })),
  );
  return [...pages, ...written, ...operations];
}

/** Splits a Markdown text at its second-level headings, outside of code. */
function splitSections(markdown: string, path: string, page: string): DocsEntry[] {
  return markdown
    .replace(/```.*?```/gs, code => code.replace(/^#/gm, ' #'))
    .split(/^## /m)
    .slice(1)
    .map(section => {
      const [heading = '', ...lines] = section.split('\n');
      const title = heading.replace(/[`*]/g, '');
      return { href: `${path}#${toSlug(title)}`, title: `${page}: ${title}`, text: toPlain(lines.join(' ')) };
    });
}

/** The id that Astro gives a heading. */
function toSlug(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
}

function toPlain(markdown: string): string {
  return markdown
    .replace(/\]\([^)]*\)/g, ' ')
    .replace(/[`*_#>|[\]]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
