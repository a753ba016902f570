import documentation from '#registry/documentation.json' with { type: 'json' };

/** A page of the documentation. */
export interface Chapter {
  /** Its path on the site. */
  readonly path: string;
  readonly title: string;
  /** A one-sentence summary. */
  readonly summary: string;
  /** The path that it had before a rename; it redirects. */
  readonly formerly?: string;
}

export type ChapterPath = keyof typeof documentation;

/** The pages of the documentation, in reading order: publishers first, then agents, then operators. */
export const CHAPTERS: readonly Chapter[] = Object.entries(documentation).map(([path, chapter]) => ({
  path,
  ...chapter,
}));

/** A page with its previous and next page. */
export function findChapter(path: ChapterPath): {
  readonly chapter: Chapter;
  readonly previous: Chapter | undefined;
  readonly next: Chapter | undefined;
} {
  const at = CHAPTERS.findIndex(chapter => chapter.path === path);
  return { chapter: { path, ...documentation[path] }, previous: CHAPTERS[at - 1], next: CHAPTERS[at + 1] };
}
