import { findAnApi } from './find-an-api.ts';
import { publishAnApi } from './publish-an-api.ts';
import type { Skill } from './skill.ts';
import { verifyAManifest } from './verify-a-manifest.ts';

/** The skills that this registry teaches. */
export const SKILLS: readonly Skill[] = [findAnApi, publishAnApi, verifyAManifest];
