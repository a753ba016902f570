import type { Addresses } from '../../config.ts';

/** An agent skill (agentskills.io). */
export interface Skill {
  /** 1 to 64 characters of `a-z`, `0-9`, and `-`; also the name of its folder. */
  readonly name: string;
  /** Its purpose and when to use it, in at most 1,024 characters. */
  readonly description: (addresses: Addresses) => string;
  /** 2 to 5 example requests of users. */
  readonly queries: readonly string[];
  /** The instructions, as Markdown. */
  readonly instructions: (addresses: Addresses) => string;
}

/** Formats a skill as `SKILL.md`: YAML front matter, then the instructions. */
export function skillMarkdown({ name, description, instructions }: Skill, addresses: Addresses): string {
  return `---
name: ${name}
description: ${JSON.stringify(description(addresses))}
---

${instructions(addresses)}`;
}

/** Returns the path of a skill's `SKILL.md`. */
export function skillPath({ name }: Pick<Skill, 'name'>): string {
  return `/.well-known/agent-skills/${name}/SKILL.md`;
}
