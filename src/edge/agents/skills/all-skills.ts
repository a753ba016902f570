import { findAnApi } from './find-an-api.ts';
import { publishAnApi } from './publish-an-api.ts';
import type { Skill } from './skill.ts';
import { verifyAManifest } from './verify-a-manifest.ts';

/** The agent skills of this registry. */
export const SKILLS: readonly Skill[] = [findAnApi, publishAnApi, verifyAManifest];
