/** A section of the documentation: its URL, its title with that of its page, and its text. */
export interface DocsEntry {
  readonly href: string;
  readonly title: string;
  readonly text: string;
}

/** Splits a Markdown text at its second-level headings, outside of code. */
export function splitSections(markdown: string, path: string, page: string): readonly DocsEntry[] {
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

/** Removes the marks of Markdown. An underscore inside a word belongs to a name, such as `REGISTRY_URL`. */
function toPlain(markdown: string): string {
  return (
    markdown
      .replace(/\]\([^)]*\)|[`*[\]]|(?<!\w)_|_(?!\w)/g, '')
      // The row of hyphens below the head of a table.
      .replace(/\|(?: *:?-{2,}:? *\|)+/g, ' ')
      .replace(/[#>|]+/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
  );
}
