import { capitalize } from '#manifest/text/capitalize.ts';
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

/** The Markdown files of the handwritten pages (`written-texts.ts`). */
export const SOURCES = {
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
} as const satisfies Partial<Record<ChapterPath, string>>;
export type WrittenPath = keyof typeof SOURCES;

/** The handwritten pages. */
export const HANDWRITTEN = Object.keys(SOURCES) as readonly WrittenPath[];

/** A page with its previous and next page. */
export function findChapter(path: ChapterPath): {
  readonly chapter: Chapter;
  readonly previous: Chapter | undefined;
  readonly next: Chapter | undefined;
} {
  const at = CHAPTERS.findIndex(chapter => chapter.path === path);
  return { chapter: { path, ...documentation[path] }, previous: CHAPTERS[at - 1], next: CHAPTERS[at + 1] };
}

/** A group of pages in the navigation. */
export interface ChapterGroup {
  readonly title: string;
  readonly chapters: readonly Chapter[];
}

const GROUPS: readonly (readonly [title: string, paths: readonly ChapterPath[]])[] = [
  ['Publish', ['/docs/publishing/', '/docs/manifest/', '/docs/manifest/v0.2/', '/docs/cli/', '/docs/verification/']],
  ['Use', ['/docs/agents/', '/docs/api/', '/docs/problems/']],
  ['Operate', ['/docs/self-hosting/', '/docs/runbooks/', '/docs/scale/', '/docs/performance/', '/docs/security/']],
  ['Project', ['/docs/license/', '/docs/changelog/']],
];

/** The pages below a page: the resources of the API reference. */
export function findPagesBelow(path: string): readonly Chapter[] {
  return CHAPTERS.filter(chapter => chapter.path !== path && path === '/docs/api/' && chapter.path.startsWith(path));
}

/** The title of a page in the list below its parent: "Listings" for "API: listings". */
export function formatTitleBelow({ title }: Chapter): string {
  return capitalize(title.replace(/^API: /, ''));
}

/** The pages in the groups of the navigation. Pages without a group come last. */
export function groupChapters(): readonly ChapterGroup[] {
  const grouped = GROUPS.flatMap(([, paths]) => paths);
  const others = CHAPTERS.filter(({ path }) => path !== '/docs/' && !grouped.some(each => path.startsWith(each)));
  return [
    ...GROUPS.map(([title, paths]) => ({ title, chapters: paths.map(path => findChapter(path).chapter) })),
    ...(others.length > 0 ? [{ title: 'More', chapters: others }] : []),
  ];
}
