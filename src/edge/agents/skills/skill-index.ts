import type { Addresses } from '../../config.ts';
import { SKILLS } from './all-skills.ts';
import { skillMarkdown, skillPath } from './skill.ts';

/** Creates `/.well-known/agent-skills/index.json` (agent skills discovery 0.2.0): the skills and their digests. */
export async function skillIndex(addresses: Addresses): Promise<string> {
  const skills = SKILLS.map(async skill => ({
    name: skill.name,
    type: 'skill-md',
    description: skill.description,
    url: addresses.site + skillPath(skill),
    digest: `sha256:${await sha256(skillMarkdown(skill, addresses))}`,
  }));
  return JSON.stringify({
    $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
    skills: await Promise.all(skills),
  });
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), byte => byte.toString(16).padStart(2, '0')).join('');
}
