/** A section of a page for the navigation. */
export interface Section {
  /** The fragment of its URL. */
  readonly id: string;
  readonly title: string;
}

/** The sections of a Markdown text. */
export function sectionsOfText({ getHeadings }: { getHeadings(): readonly Heading[] }): readonly Section[] {
  return getHeadings()
    .filter(({ depth }) => depth === 2)
    .map(({ slug, text }) => ({ id: slug, title: text }));
}

interface Heading {
  readonly depth: number;
  readonly slug: string;
  readonly text: string;
}
