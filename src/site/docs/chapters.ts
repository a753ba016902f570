/** A page of the documentation. */
export interface Chapter {
  /** Its path on the site. */
  readonly path: string;
  readonly title: string;
  /** What it tells, in a sentence. */
  readonly summary: string;
}

/** The pages of the documentation, in reading order: publishers first, then agents, then operators. */
export const CHAPTERS = [
  {
    path: '/docs/',
    title: 'Documentation',
    summary: 'What this registry is, and where to read on.',
  },
  {
    path: '/docs/publishing/',
    title: 'Publishing in five minutes',
    summary: 'From an API to a listed API: write a manifest, serve it, check it, submit it.',
  },
  {
    path: '/docs/manifest/',
    title: 'Manifest reference',
    summary: 'Every field of the manifest format 0.3, with its constraints and an example.',
  },
  {
    path: '/docs/manifest/v0.2/',
    title: 'Manifest 0.2',
    summary: 'Every field of the former format, and what 0.3 changed.',
  },
  {
    path: '/docs/verification/',
    title: 'How verification works',
    summary: 'What is asked of an API, what each check and lint rule looks for, and what a status and a badge mean.',
  },
  {
    path: '/docs/agents/',
    title: 'Using it from an agent',
    summary: 'Finding an API at run time with curl, JavaScript, Python and the tool hub.',
  },
  {
    path: '/docs/api/',
    title: 'API reference',
    summary: 'Every operation of the registry and the validator, with parameters, answers and schemas.',
  },
  {
    path: '/docs/problems/',
    title: 'Problem types',
    summary: 'What each kind of failure that the API answers with means, and what to do about it.',
  },
  {
    path: '/docs/operating/',
    title: 'Operating your own registry',
    summary: 'Running, building, deploying and re-validating a registry of your own, and its settings.',
  },
  {
    path: '/docs/security/',
    title: 'Reporting a weakness',
    summary: 'Whom to tell about a weakness of this registry, and how.',
  },
  {
    path: '/docs/licence/',
    title: 'Licence of the data',
    summary: 'What may be done with listings, schemas and code.',
  },
  {
    path: '/docs/changelog/',
    title: 'Changelog',
    summary: 'What changed in the registry, its API and its manifest format.',
  },
] as const satisfies readonly Chapter[];

export type ChapterPath = (typeof CHAPTERS)[number]['path'];

/** A chapter with those before and after it. */
export function chapterAt(path: ChapterPath): {
  readonly chapter: Chapter;
  readonly previous: Chapter | undefined;
  readonly next: Chapter | undefined;
} {
  const at = CHAPTERS.findIndex(chapter => chapter.path === path);
  return { chapter: CHAPTERS[at] ?? CHAPTERS[0], previous: CHAPTERS[at - 1], next: CHAPTERS[at + 1] };
}
