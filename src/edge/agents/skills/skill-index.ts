import { sha256Hex } from '#listing/encoding/sha256.ts';
import type { Addresses } from '../../config.ts';
import { SKILLS } from './all-skills.ts';
import { skillMarkdown, skillPath } from './skill.ts';

/** Creates `/.well-known/agent-skills/index.json` (agent skills discovery 0.2.0): the skills and their digests. */
export async function skillIndex(addresses: Addresses): Promise<string> {
  const skills = SKILLS.map(async skill => ({
    name: skill.name,
    type: 'skill-md',
    description: skill.description(addresses),
    url: addresses.site + skillPath(skill),
    digest: `sha256:${await sha256Hex(skillMarkdown(skill, addresses))}`,
  }));
  return JSON.stringify({
    $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
    skills: await Promise.all(skills),
  });
}
