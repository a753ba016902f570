import { findAnApi } from '../skills/find-an-api.ts';
import { publishAnApi } from '../skills/publish-an-api.ts';
import type { Skill } from '../skills/skill.ts';
import { verifyAManifest } from '../skills/verify-a-manifest.ts';

/** A page of the site on which people do something; its Markdown tells programs how to do the same. */
export interface TaskPage {
  readonly path: string;
  readonly skill: Skill;
}

/** What is done at these pages is what the skills teach. */
export const TASK_PAGES: readonly TaskPage[] = [
  { path: '/search/', skill: findAnApi },
  { path: '/browse/', skill: findAnApi },
  { path: '/submit/', skill: publishAnApi },
  { path: '/validate/', skill: verifyAManifest },
];
