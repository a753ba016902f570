import { findAnApi } from '../skills/find-an-api.ts';
import { publishAnApi } from '../skills/publish-an-api.ts';
import type { Skill } from '../skills/skill.ts';
import { verifyAManifest } from '../skills/verify-a-manifest.ts';

/** An interactive page of the site. Its Markdown version explains the same task to agents. */
export interface TaskPage {
  readonly path: string;
  readonly skill: Skill;
}

/** The skill that serves as the Markdown version of each page. */
export const TASK_PAGES: readonly TaskPage[] = [
  { path: '/search/', skill: findAnApi },
  { path: '/browse/', skill: findAnApi },
  { path: '/submit/', skill: publishAnApi },
  { path: '/validate/', skill: verifyAManifest },
];
