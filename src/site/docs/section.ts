/** A section of a page, as the navigation names it. */
export interface Section {
  /** Its fragment. */
  readonly id: string;
  readonly title: string;
}

/** The sections of a text that was written as Markdown. */
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
